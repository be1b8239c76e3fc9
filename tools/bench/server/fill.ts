import { type RawBuilder, sql } from 'kysely'
import type { ThreatLevel } from '../../../contract/emails/threat-level.ts'
import { dayMs } from '../../../server/core/clock.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { deleteAfter } from '../../../server/emails/retention.ts'
import { riskOf } from '../../../server/risk/risk-score.ts'
import { createPasswordHasher } from '../../../server/sign-in/passwords/passwords.ts'
import { makeSession, makeUser, type Place } from '../../../tests/support/worlds/factories.ts'
import {
  fillOrganizations,
  idOf,
  insertNumbered,
  organizationOf,
  userRow,
} from '../../../tests/support/worlds/fill.ts'
import { makeFlag, makeGatewayKey } from '../../../tests/support/worlds/mail-factories.ts'

type Sql = RawBuilder<unknown>

export interface Size {
  readonly organizations: number
  readonly users: number
  readonly scans: number
}

/** Every user has this password. */
export const password = 'violet kettle drum'
const readersOfKind = 50
/** Together the readers have 10,000 mails, the same in every size. */
const scansOfReader = { busy: 190, quiet: 10 }
/** One user has a tenth of the mail that is not the readers'. */
const shareOfHeavy = 0.1
const days = 28

export type Filled = Awaited<ReturnType<typeof fill>>

/**
 * Writes users, organizations and mail past the calls. The rows are those that the calls write, in the
 * order in which mail arrives: the mail of one user is not stored side by side. The same size gives
 * the same data.
 */
export async function fill(place: Place, size: Size) {
  const { database } = place
  const hash = await createPasswordHasher().hash(password)
  const consented = { password_hash: hash, consented_at: '2026-01-01T00:00:00.000Z' }
  const readers = 2 * readersOfKind
  await database.transaction().execute(async (transaction) => {
    const organization = await fillOrganizations(transaction, size.organizations)
    // All readers are in the first organization.
    const own = sql`case when number <= ${sql.lit(readers)} then ${firstOrganization} else ${organization} end`
    await insertNumbered(transaction, size.users, 'users', userRow(0, own, consented))
    await fillMail({ ...place, database: transaction }, size)
  })
  const found = database.selectFrom('users').select(['id', 'username', 'email', 'organization_id'])
  const users = await found.orderBy('id').limit(readers).execute()
  const organizationId = users[0]?.organization_id ?? ''
  for (const reader of users) {
    for (let number = 0; number < 20; number += 1) {
      const flag_type = number % 2 === 0 ? 'red' : 'green'
      await makeFlag(place, reader, { flag_type, value: `flagged-${number}.example` })
    }
  }
  const session = (user: { id: string }) => makeSession(place, user)
  const last = found.where('id', '=', idOf('aaaa', sql.lit(size.users)))
  return {
    /** Tokens of users whose dashboards show the most that any does, 50 threats. */
    busy: await Promise.all(users.slice(0, readersOfKind).map(session)),
    /** Tokens of users whose dashboards show a few. */
    quiet: await Promise.all(users.slice(readersOfKind).map(session)),
    heavy: await session(await last.executeTakeFirstOrThrow()),
    admin: await session(await makeUser(place, { role: 'super_admin', organizationId })),
    lead: await session(await makeUser(place, { role: 'team_lead', organizationId })),
    key: await makeGatewayKey(place, organizationId),
    analysingKey: await makeGatewayKey(place, organizationId, 'analyse'),
    recipients: users.map(({ email }) => email),
    usernames: users.map(({ username }) => username),
  }
}

const firstOrganization = idOf('bbbb', sql`1`)

/** The same number of mails on each of the last days: half of the readers' are threats, a fifth of all others. */
async function fillMail({ database, clock }: Place, { users, scans }: Size): Promise<void> {
  const readers = 2 * readersOfKind
  const ofReaders = readersOfKind * (scansOfReader.busy + scansOfReader.quiet)
  const ofHeavy = Math.floor((scans - ofReaders) * shareOfHeavy)
  const recipients = {
    // Busy readers get nineteen of every twenty mails.
    reader: (mail: Sql) =>
      sql`1 + case when ${mail} % 20 = 0 then 50 + ${mail} / 20 % 50 else ${mail} % 50 end`,
    other: (mail: Sql) => sql`${sql.lit(readers + 1)} + ${mail} % ${sql.lit(users - readers)}`,
  }
  const risks: Sql[] = []
  for (let day = 0; day < days; day += 1) {
    const at = new Date(clock().getTime() - (days - day) * dayMs)
    const part = (all: number) =>
      [Math.floor((all * day) / days), Math.floor((all * (day + 1)) / days)] as const
    await insertDay(database, at, 'd', part(ofReaders), recipients.reader, 2)
    await insertDay(database, at, 'e', part(scans - ofReaders - ofHeavy), recipients.other, 5)
    await insertDay(database, at, 'f', part(ofHeavy), () => sql.lit(users), 5)
    for (const level of ['suspicious', 'malicious'] as const) {
      const risk = riskOf(level, level === 'suspicious', at)
      risks.push(sql`when ${sql.lit(dateOf(at) + level)} then ${sql.lit(risk)}`)
    }
  }
  const counts = sql.join(
    ['safe', 'suspicious', 'malicious'].map(
      (level) => sql`sum(case threat_level when ${sql.lit(level)} then 1 else 0 end)`,
    ),
  )
  await sql`insert into scan_totals (user_id, safe, suspicious, malicious, risk_sum)
    select user_id, ${counts}, sum(case substr(received_at, 1, 10) || threat_level
      ${sql.join(risks, sql` `)} else 0 end) from scans group by user_id`.execute(database)
  await sql`insert into organization_totals
    (organization_id, user_id, safe, suspicious, malicious, risk_sum)
    select users.organization_id, user_id, safe, suspicious, malicious, risk_sum
    from scan_totals join users on users.id = scan_totals.user_id`.execute(database)
  await sql`insert into monthly_scans (organization_id, month, safe, suspicious, malicious)
    select users.organization_id, substr(received_at, 1, 7), ${counts}
    from scans join users on users.id = scans.user_id
    group by users.organization_id, substr(received_at, 1, 7)`.execute(database)
  await sql`insert into correspondents (organization_id, day, sender, user_id)
    select organization_id, substr(received_at, 1, 10), sender_domain, min(user_id)
    from scans where threat_level = 'safe' and organization_id <> ''
    group by organization_id, substr(received_at, 1, 10), sender_domain`.execute(database)
}

const dateOf = (at: Date) => at.toISOString().slice(0, 10)

/** @param recipientOf the number of the user that the mail of a number goes to; one of so many mails is a threat */
async function insertDay(
  database: Database,
  at: Date,
  kind: string,
  [first, last]: readonly [number, number],
  recipientOf: (mail: Sql) => Sql,
  threatEvery: number,
): Promise<void> {
  if (first === last) return
  const mail = sql`(number + ${sql.lit(first)})`
  const level = sql`case when ${mail} / 7 % ${sql.lit(threatEvery)} > 0 then 'safe'
    when ${mail} / 3 % 5 < 3 then 'suspicious' else 'malicious' end`
  const by = (values: Readonly<Record<ThreatLevel, string | null>>) => {
    const cases = Object.entries(values).map(
      ([name, value]) => sql`when ${sql.lit(name)} then ${sql.lit(value)}`,
    )
    return sql`case ${level} ${sql.join(cases, sql` `)} end`
  }
  const twoDigits = (number: Sql) => sql`substr(cast(100 + ${number} as text), 2)`
  const second = sql`cast(number as bigint) * 86399 / ${sql.lit(last - first)}`
  const clock = [sql`${second} / 3600`, sql`${second} / 60 % 60`, sql`${second} % 60`]
  const time = sql.join(clock.map(twoDigits), sql` || ':' || `)
  const subject = 'Minutes of Monday'
  const domain = sql`'sender-' || (${mail} % 10000) || '.example'`
  const address = sql`'office@' || ${domain}`
  const newLine = sql.lit('\n')
  const reason = 'The link leads to another address than it says'
  const indicators = '["lookalike-domain","urgent-language"]'
  const recipient = idOf('aaaa', sql`(${recipientOf(mail)})`)
  await insertNumbered(database, last - first, 'scans', {
    id: idOf(`${kind}000`, mail),
    user_id: recipient,
    organization_id: organizationOf(recipient),
    received_at: sql`${sql.lit(`${dateOf(at)}T`)} || ${time} || '.000Z'`,
    threat_level: level,
    sender_domain: domain,
    email_subject: by({ safe: subject, suspicious: subject, malicious: '' }),
    detection_reason: by({ safe: '', suspicious: reason, malicious: reason }),
    indicators: by({ safe: '[]', suspicious: indicators, malicious: indicators }),
    sender_address: sql`case ${level} when 'malicious' then '' else ${address} end`,
    search_text: sql`case ${level} when 'malicious' then ${newLine} || ${domain}
      else 'minutes of monday' || ${newLine} || ${address} end`,
    delete_after: by({
      safe: deleteAfter('safe', at),
      suspicious: deleteAfter('suspicious', at),
      malicious: deleteAfter('malicious', at),
    }),
  })
}
