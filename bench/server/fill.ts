import { sql } from 'kysely'
import type { ThreatLevel } from '../../contract/fields/threat-level.ts'
import { createPasswordHasher } from '../../server/accounts/passwords.ts'
import { usernameKey } from '../../server/accounts/users.ts'
import { dayMs, isoAfter, minuteMs } from '../../server/core/clock.ts'
import { newId } from '../../server/database/id.ts'
import { searchKeysOfUser } from '../../server/database/search-text.ts'
import type { Database, Scans, ScanTotals, Users } from '../../server/database/tables.ts'
import { createRandom, type Random } from '../../server/demo/random.ts'
import { deleteAfter } from '../../server/scans/retention.ts'
import { riskOf } from '../../server/scans/risk.ts'
import {
  makeFlag,
  makeGatewayKey,
  makeOrganization,
  makeUser,
} from '../../tests/support/factories.ts'
import { insertMany } from './insert.ts'

export interface Size {
  readonly organizations: number
  readonly users: number
  readonly scans: number
}

type User = Pick<Users, 'id' | 'username' | 'email'>

export interface Filled {
  /** Their dashboards show the most that any does, 50 threats. */
  readonly busy: readonly User[]
  /** Their dashboards show a few. */
  readonly quiet: readonly User[]
  readonly admin: Pick<Users, 'id'>
  /** Of the first organization. */
  readonly lead: Pick<Users, 'id'>
  /** Of the first organization, which all readers are in. */
  readonly gatewayKey: string
}

/** Of everybody. */
export const password = 'violet kettle drum'
const seed = 20260315
const readersOfKind = 50
/** Together the readers have 10,000, the same in every size. */
const scansOfReader = { busy: 190, quiet: 10 }
const flagsOfReader = 20

const reasons = [
  'The domain of the sender was registered this week',
  'The link leads to another address than it says',
  'The attachment asks to enable macros',
] as const
const indicators = ['lookalike-domain', 'urgent-language', 'link-mismatch', 'new-sender'] as const
const subjects = ['Invoice 4711', 'Your parcel waits', 'Minutes of Monday', 'New terms'] as const

/**
 * Writes people, organizations and mail past the calls, for a million mails through them would take
 * many minutes. The rows are those that the calls write, in the order in which mail arrives: the
 * mail of one person is not stored side by side. The same size gives the same data, ids aside.
 */
export async function fill(database: Database, size: Size): Promise<Filled> {
  const place = { database, clock: () => new Date() }
  const organizationIds: string[] = []
  await database.transaction().execute(async (transaction) => {
    while (organizationIds.length < size.organizations) {
      organizationIds.push(await makeOrganization({ ...place, database: transaction }))
    }
  })
  const [ownOrganization = ''] = organizationIds
  const hash = await createPasswordHasher().hash(password)
  const readers = 2 * readersOfKind
  const users = Array.from({ length: size.users }, (_, number) => {
    const organization = organizationIds[number % organizationIds.length]
    return userRow(number, number < readers ? ownOrganization : (organization ?? ''), hash)
  })
  await database
    .transaction()
    .execute((transaction) =>
      insertMany(transaction, users, (rows) => transaction.insertInto('users').values(rows)),
    )
  await fillMail(database, users, size.scans)
  const readersFound = users.slice(0, readers)
  for (const reader of readersFound) await addFlags(database, reader)
  return {
    busy: readersFound.slice(0, readersOfKind),
    quiet: readersFound.slice(readersOfKind),
    admin: await makeUser(place, { role: 'super_admin', organizationId: ownOrganization }),
    lead: await makeUser(place, { role: 'team_lead', organizationId: ownOrganization }),
    gatewayKey: await makeGatewayKey(place, ownOrganization),
  }
}

function userRow(number: number, organization_id: string, password_hash: string): Users {
  const username = `person-${number}`
  const email = `${username}@firm-${number % 1000}.example`
  const full_name = `Person Number ${number}`
  return {
    id: newId(),
    organization_id,
    username,
    username_key: usernameKey(username),
    look_alike_key: null,
    email,
    full_name,
    role: 'employee',
    department: 'Payments',
    phone: '+962 6 555 0100',
    password_hash,
    is_active: 1,
    consented_at: '2026-01-01T00:00:00.000Z',
    last_login_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
    removed_at: null,
    ...searchKeysOfUser({ full_name, username, email }),
  }
}

async function fillMail(database: Database, users: readonly Users[], scans: number): Promise<void> {
  const random = createRandom(seed)
  const totals = new Map<string, ScanTotals>()
  const months = new Map<string, { organization_id: string; month: string } & Counts>()
  const start = Date.now() - 29 * dayMs
  const spacingMs = (29 * dayMs - minuteMs) / scans
  function* rows(): Generator<Scans> {
    for (const [position, index] of shuffled(ownersOf(users.length, scans), random).entries()) {
      const user = users[index]
      if (user === undefined) continue
      const receivedAt = new Date(start + position * spacingMs)
      // Half of the mail of readers is a threat, so that a busy dashboard is full.
      const level = levelOf(random, index < 2 * readersOfKind ? 0.5 : 0.2)
      count(totals, user, level, receivedAt)
      countMonth(months, user.organization_id ?? '', level, receivedAt)
      yield scanRow(random, user.id, level, receivedAt)
    }
  }
  await database.transaction().execute(async (transaction) => {
    await insertMany(transaction, rows(), (batch) => transaction.insertInto('scans').values(batch))
    await insertMany(transaction, totals.values(), (batch) =>
      transaction.insertInto('scan_totals').values(batch),
    )
    await sql`insert into organization_totals
      (organization_id, user_id, safe, suspicious, malicious, risk_sum)
      select users.organization_id, user_id, safe, suspicious, malicious, risk_sum
      from scan_totals join users on users.id = scan_totals.user_id`.execute(transaction)
    await insertMany(transaction, months.values(), (batch) =>
      transaction.insertInto('monthly_scans').values(batch),
    )
  })
}

type Counts = Record<ThreatLevel, number>

/** @returns for each mail the position of whoever it went to */
function ownersOf(users: number, scans: number): Uint32Array {
  const owners = new Uint32Array(scans)
  const readers = 2 * readersOfKind
  let position = 0
  for (let reader = 0; reader < readers; reader += 1) {
    const theirs = reader < readersOfKind ? scansOfReader.busy : scansOfReader.quiet
    owners.fill(reader, position, position + theirs)
    position += theirs
  }
  for (; position < scans; position += 1)
    owners[position] = readers + (position % (users - readers))
  return owners
}

function shuffled(numbers: Uint32Array, random: Random): Uint32Array {
  for (let last = numbers.length - 1; last > 0; last -= 1) {
    const other = random.between(0, last)
    const kept = numbers[last] ?? 0
    numbers[last] = numbers[other] ?? 0
    numbers[other] = kept
  }
  return numbers
}

function levelOf(random: Random, threats: number): ThreatLevel {
  if (random.next() >= threats) return 'safe'
  return random.next() < 0.6 ? 'suspicious' : 'malicious'
}

function scanRow(random: Random, user_id: string, level: ThreatLevel, receivedAt: Date): Scans {
  return {
    id: newId(),
    user_id,
    received_at: receivedAt.toISOString(),
    threat_level: level,
    sender_domain: `sender-${random.between(0, 9999)}.example`,
    email_subject: level === 'malicious' ? '' : random.pick(subjects),
    detection_reason: level === 'safe' ? '' : random.pick(reasons),
    indicators: JSON.stringify(
      level === 'safe' ? [] : [random.pick(indicators), random.pick(indicators)],
    ),
    delete_after: deleteAfter(level, receivedAt),
    disposition: null,
    message_id_hmac: null,
  }
}

function count(totals: Map<string, ScanTotals>, { id }: Users, level: ThreatLevel, at: Date): void {
  const row = totals.get(id) ?? { user_id: id, safe: 0, suspicious: 0, malicious: 0, risk_sum: 0 }
  row[level] += 1
  row.risk_sum += riskOf(level, level !== 'malicious', at)
  totals.set(id, row)
}

function countMonth(
  months: Map<string, { organization_id: string; month: string } & Counts>,
  organization_id: string,
  level: ThreatLevel,
  at: Date,
): void {
  const month = isoAfter(at, 0).slice(0, 7)
  const key = `${organization_id} ${month}`
  const row = months.get(key) ?? { organization_id, month, safe: 0, suspicious: 0, malicious: 0 }
  row[level] += 1
  months.set(key, row)
}

async function addFlags(database: Database, reader: User): Promise<void> {
  for (let number = 0; number < flagsOfReader; number += 1) {
    const flag_type = number % 2 === 0 ? 'red' : 'green'
    const value = `flagged-${number}.example`
    await makeFlag({ database, clock: () => new Date() }, reader, { flag_type, value })
  }
}
