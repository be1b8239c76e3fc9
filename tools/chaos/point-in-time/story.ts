import { openPlace } from '../../../tests/support/browser/place.ts'
import { openClient } from '../../../tests/support/server/client.ts'
import { times, until } from '../../../tests/support/until.ts'
import {
  type MadeUser,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../../tests/support/worlds/factories.ts'
import { makeGatewayKey } from '../../../tests/support/worlds/mail-factories.ts'
import { connectAs } from '../prove/stage.ts'

/** An organization with users, and the super admin who removes all of them. */
export interface World {
  readonly adminToken: string
  readonly organizationId: string
  readonly users: readonly MadeUser[]
  canSignIn(url: string): Promise<boolean>
}

const usersOfOrganization = 20
const password = 'violet kettle drum'

/** Users and their mail, after the full backup. */
export async function writeBefore(url: string, databaseUrl: string): Promise<World> {
  await using place = await openPlace(databaseUrl)
  const organizationId = await makeOrganization(place)
  const admin = await makeUser(place, { role: 'super_admin' })
  const users = await times(usersOfOrganization, () =>
    makeUser(place, { organizationId, password }),
  )
  const key = await makeGatewayKey(place, organizationId)
  const client = openClient(url)
  const scans = users.map(({ email }) => ({
    recipient: email,
    sender: 'someone@elsewhere.example',
    threat_level: 'malicious',
  }))
  await client.call('POST', '/scans', key, { scans })
  client.end()
  const [user] = users
  return {
    adminToken: await makeSession(place, admin),
    organizationId,
    users,
    async canSignIn(where) {
      const asking = openClient(where)
      const body = { username: user?.username, password }
      const { status } = await asking.send('POST', '/auth/login', { body })
      asking.end()
      return status === 200
    },
  }
}

/** @returns the second before, by the clock of the database */
export async function removeUsers(
  url: string,
  databaseUrl: string,
  { adminToken, users }: World,
): Promise<string> {
  await using clock = await connectAs('clock', databaseUrl)
  const second = async () => {
    const { rows } = await clock.query<{ second: string }>(
      `select extract(epoch from date_trunc('second', clock_timestamp()))::int as second`,
    )
    return Number(rows[0]?.second)
  }
  const written = await second()
  // Earlier writes lie before the second that is restored.
  await until(async () => (await second()) > written + 2)
  const mistakenAt = await second()
  const client = openClient(url)
  for (const { id } of users) await client.call('DELETE', `/admin/users/${id}`, adminToken)
  client.end()
  return new Date((mistakenAt - 1) * 1000).toISOString().replace('T', ' ').replace('.000Z', '+00')
}

/** Writes that the restore takes back, too. */
export async function writeAfter(url: string, { adminToken }: World): Promise<void> {
  const client = openClient(url)
  const flag = { flag_type: 'red', value: 'after-the-mistake.example' }
  await client.call('POST', '/flags/add', adminToken, flag)
  client.end()
}

/** How much there is, of the organization and in all. */
export async function readState(databaseUrl: string, { organizationId }: World) {
  await using database = await connectAs('look', databaseUrl)
  const { rows } = await database.query<{ users: number; scans: number; flags: number }>(
    `select
      (select count(*) from users where organization_id = $1 and removed_at is null)::int as users,
      (select count(*) from scans join users on users.id = scans.user_id
        where organization_id = $1)::int as scans,
      (select count(*) from flags)::int as flags`,
    [organizationId],
  )
  const [state] = rows
  if (state === undefined) throw new Error('there is no answer')
  return state
}
