import { openByUrl } from '../../bench/database.ts'
import {
  makeGatewayKey,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../tests/support/factories.ts'

/** So many mails of one sender, whose domain is the report's idempotency key, too. */
export interface Report {
  readonly domain: string
  readonly size: number
}

interface Firm {
  readonly organizationId: string
  readonly key: string
}

/** Who writes, and to whom. */
export interface Stage {
  readonly adminToken: string
  /** Of the organization whose people stay. */
  readonly key: string
  readonly recipient: string
  /** People of this one come and go. */
  readonly other: Firm
  /** What the gateway has no answer to yet, and reports again. */
  readonly unanswered: Set<Report>
}

export async function prepareStage(databaseUrl: string): Promise<Stage> {
  const database = await openByUrl(databaseUrl)
  const place = { database, clock: () => new Date() }
  const firm = async (): Promise<Firm> => {
    const organizationId = await makeOrganization(place)
    return { organizationId, key: await makeGatewayKey(place, organizationId) }
  }
  const [own, other] = [await firm(), await firm()]
  const { organizationId } = own
  const admin = await makeUser(place, { role: 'super_admin', organizationId })
  const recipient = await makeUser(place, { organizationId })
  const stage = {
    adminToken: await makeSession(place, admin),
    key: own.key,
    recipient: recipient.email,
    other,
    unanswered: new Set<Report>(),
  }
  await database.destroy()
  return stage
}
