import { sql } from 'kysely'
import {
  makeGatewayKey,
  makeSession,
  makeUser,
  type Place,
} from '../../tests/support/worlds/factories.ts'

/** An organization with the keys of its gateway and a lead; keys and sessions are bearer tokens. */
export interface Firm {
  readonly id: string
  readonly key: string
  readonly analysingKey: string
  readonly lead: string
  readonly people: readonly Person[]
}

export interface Person {
  readonly email: string
  readonly session: string
}

const mostFirms = 50
const mostPeople = 2500

/** Users with the usual amount of mail: of the fill's readers and heavy user, none. */
export async function pickFirms(place: Place, users: number): Promise<Firm[]> {
  const { database } = place
  const found = await database
    .selectFrom('users')
    .select(['id', 'email', 'organization_id'])
    .where('username', 'like', 'person-%')
    .where('id', '>', sql<string>`(select id from users order by id limit 1 offset 99)`)
    .where('username', '!=', `person-${users}`)
    .orderBy('organization_id')
    .execute()
  const ofFirms = [...Map.groupBy(found, ({ organization_id }) => organization_id ?? '')]
  const each = Math.ceil(mostPeople / Math.min(mostFirms, ofFirms.length))
  const firms: Firm[] = []
  for (const [organizationId, members] of ofFirms.slice(0, mostFirms)) {
    const people: Person[] = []
    for (const { id, email } of members.slice(0, each)) {
      people.push({ email, session: await makeSession(place, { id }) })
    }
    const lead = await makeUser(place, { role: 'team_lead', organizationId })
    firms.push({
      id: organizationId,
      key: await makeGatewayKey(place, organizationId),
      analysingKey: await makeGatewayKey(place, organizationId, 'analyse'),
      lead: await makeSession(place, lead),
      people,
    })
  }
  return firms
}
