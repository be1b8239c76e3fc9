import type { KeyScope } from '../../../contract/core/key-scope.ts'
import type { Scan } from '../../../contract/emails/report-scans.ts'
import { actorOf, recordAct } from '../../../server/audit/audit.ts'
import type { Clock } from '../../../server/core/clock.ts'
import { readConfiguration } from '../../../server/core/configuration.ts'
import { newId, organizationKey } from '../../../server/database/id.ts'
import { searchTextOfFlag } from '../../../server/database/search-index.ts'
import type { Database, Flags, Users } from '../../../server/database/tables/tables.ts'
import { ingestScans } from '../../../server/emails/ingest.ts'
import { reportOf } from '../../../server/emails/read-report.ts'
import { changeFlagRevisions, lockOwnerOfFlags } from '../../../server/flags/revision.ts'
import { addOperatorKey } from '../../../server/gateways/keys/expiring-keys.ts'
import { issueGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import {
  createOrganization,
  type NewOrganization,
} from '../../../server/organizations/organization.ts'
import { type SessionOrigin, startSession } from '../../../server/sign-in/sessions/sessions.ts'
import { createUser, type NewUser } from '../../../server/users/change/create-user.ts'
import { cheapPasswords } from '../server/cheap-passwords.ts'

/*
 * Factories write to the database as the server does. They work on the database of a test in process
 * and on a file that a running server has open.
 */

/** Where to write; a running server's clock is the real one. */
export interface Place {
  readonly database: Database
  readonly clock: Clock
}

const passwords = cheapPasswords()
/** Users with one password share its hash, so that many at once do not fill the queue. */
const hashes = new Map<string, Promise<string>>()
let made = 0

export interface MadeUser {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly organizationId: string
}

export function makeOrganization(
  place: Place,
  overrides: Partial<NewOrganization> = {},
): Promise<string> {
  made += 1
  return createOrganization(place, { name: `Organization ${made} ${newId()}`, ...overrides })
}

type UserOverrides = Partial<
  Omit<NewUser, 'organization_id' | 'password_hash' | 'consented_at'>
> & {
  readonly organizationId?: string
  readonly password?: string
  readonly consented?: boolean
  /** With the right to manage the own organization. */
  readonly managesOrganization?: boolean
}

export async function makeUser(place: Place, overrides: UserOverrides = {}): Promise<MadeUser> {
  made += 1
  const { organizationId, password, consented = true, managesOrganization, ...fields } = overrides
  const username = fields.username ?? `person-${made}-${newId()}`
  const email = fields.email ?? `${username}@example.test`
  const organization = organizationId ?? (await makeOrganization(place))
  const id = await createUser(place, {
    full_name: 'Test Person',
    role: 'employee',
    ...fields,
    username,
    email,
    organization_id: organization,
    ...(managesOrganization ? { managed_organization_id: organization } : {}),
    password_hash: password === undefined ? null : await hashOnce(password),
    consented_at: consented ? place.clock().toISOString() : null,
  })
  return { id, username, email: email.toLowerCase(), organizationId: organization }
}

/** Writes what no call would, or what a call would only write besides more. */
export async function changeUser(
  { database }: Pick<Place, 'database'>,
  id: string,
  change: Partial<Users>,
): Promise<void> {
  await database.updateTable('users').set(change).where('id', '=', id).execute()
}

/** @returns the bearer token of a signed-in user */
function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? passwords.hash(password)
  hashes.set(password, hash)
  return hash
}

export function makeSession(
  place: Place,
  user: Pick<MadeUser, 'id'>,
  overrides: Partial<SessionOrigin> = {},
): Promise<string> {
  const { limits } = readConfiguration({})
  const unknown = { browser: '', system: '', address: '', deviceHash: null, isSingleSignOn: false }
  return startSession({ ...place, limits }, place.database, user.id, { ...unknown, ...overrides })
}

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

/** An approved email domain. */
export async function makeDomain(
  { database, clock }: Place,
  organizationId: string,
  domain: string,
): Promise<void> {
  const at = clock().toISOString()
  await database
    .insertInto('organization_domains')
    .values({ organization_id: organizationId, domain, created_at: at, approved_at: at })
    .execute()
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

/** Another address of a user. */
export async function makeAlias(
  place: Place,
  user: Pick<MadeUser, 'id'>,
  address: string,
): Promise<void> {
  const organizationId = await lockOwnerOfFlags(place.database, user.id)
  await place.database.insertInto('user_aliases').values({ address, user_id: user.id }).execute()
  await changeFlagRevisions(place.database, [organizationId])
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
