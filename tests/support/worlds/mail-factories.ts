import type { KeyScope } from '../../../contract/core/key-scope.ts'
import type { Scan } from '../../../contract/emails/report-scans.ts'
import { actorOf, recordAct } from '../../../server/audit/audit.ts'
import { newId } from '../../../server/database/id.ts'
import { organizationKey } from '../../../server/database/organization-key.ts'
import { searchTextOfFlag } from '../../../server/database/search-index.ts'
import type { Flags } from '../../../server/database/tables/mail.ts'
import { ingestScans } from '../../../server/emails/ingest.ts'
import { reportOf } from '../../../server/emails/read-report.ts'
import { changeFlagRevisions, lockOwnerOfFlags } from '../../../server/flags/revision.ts'
import { issueGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import { addOperatorKey } from '../../../server/gateways/keys/operator-keys.ts'
import type { TestServer } from '../server/server.ts'
import type { MadeUser, Place } from './factories.ts'

/** @returns the bearer key of a gateway */
export async function makeGatewayKey(
  place: Place,
  organizationId: string,
  scope: KeyScope = 'report',
): Promise<string> {
  return (await issueGatewayKey(place, organizationId, { label: 'test', scope })).key
}

/** A key of the operator. @param covered the organizations; all if omitted */
export async function makeOperatorKey(
  place: Place,
  scope: KeyScope = 'report',
  covered: readonly string[] | 'all' = 'all',
): Promise<{ readonly id: string; readonly key: string }> {
  return addOperatorKey(place, covered, { label: 'the mail host', scope })
}

/** What a key can still do, and what the audit trail says of keys of this type. */
export function watchKeys(
  server: TestServer,
  { email }: Pick<MadeUser, 'email'>,
  type: 'gateway-key' | 'operator-key',
) {
  return {
    reportStatus: async (key: string) => {
      const body = makeScan({ recipient: email })
      return (await server.post('/api/scans', { token: key, body })).status
    },
    acts: async () => {
      const audit = server.database.selectFrom('audit').selectAll().orderBy('id')
      return (await audit.where('target_type', '=', type).execute()).map(
        ({ action, actor_id, target_id, detail }) => [action, actor_id, target_id, detail],
      )
    },
  }
}

/** @returns the flag's id */
export async function makeFlag(
  place: Place,
  user: Pick<MadeUser, 'id'>,
  flag: Pick<Flags, 'flag_type' | 'value'> & Partial<Pick<Flags, 'reason' | 'expires_at'>>,
): Promise<string> {
  const id = newId()
  const owner = await lockOwnerOfFlags(place.database, user.id)
  await place.database
    .insertInto('flags')
    .values({
      reason: null,
      blocked_count: 0,
      expires_at: null,
      last_matched_on: null,
      ...flag,
      id,
      user_id: user.id,
      organization_id: organizationKey(owner),
      created_at: place.clock().toISOString(),
      search_text: searchTextOfFlag({ reason: null, ...flag }),
    })
    .execute()
  await changeFlagRevisions(place.database, [owner])
  return id
}

export function makeScan(overrides: Partial<Scan> & Pick<Scan, 'recipient'>): Scan {
  return {
    sender: 'someone@sender.example',
    subject: 'A subject',
    threat_level: 'safe',
    detection_reason: 'A reason',
    indicators: [],
    ...overrides,
  }
}

/**
 * Reports mail to one person as their gateway would.
 * @throws Error when any of it is refused
 */
export async function reportScans(
  place: Place,
  user: Pick<MadeUser, 'email' | 'organizationId'>,
  scans: readonly Partial<Scan>[],
) {
  const report = reportOf(scans.map((scan) => makeScan({ recipient: user.email, ...scan })))
  const gateway = { cover: { organizationId: user.organizationId } }
  const { scans: taken, refused } = await ingestScans(
    { trustablePublicMail: [], ...place },
    gateway,
    report,
  )
  if (refused !== undefined) throw new Error(`refused: ${JSON.stringify(refused)}`)
  return taken
}

/**
 * A request of a user as the audit trail has it.
 * @returns its id
 */
export async function makeRequest(
  { database, clock }: Place,
  { id }: Pick<MadeUser, 'id'>,
  action: 'mail-report' | 'support-request' = 'support-request',
): Promise<string> {
  const actor = actorOf({ user: { id, role: 'employee' }, address: '' })
  const detail = action === 'mail-report' ? 'dangerous' : 'false_positive, high'
  await recordAct({ clock }, database, actor, { action, target: 'user', targetId: id, detail })
  const { id: request } = await database
    .selectFrom('audit')
    .select('id')
    .where('actor_id', '=', id)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return request
}
