import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/tables.ts'
import { riskScore } from '../scans/risk.ts'
import { readTotals } from '../scans/totals.ts'
import { usernameKey } from './people.ts'
import { personColumns } from './person-columns.ts'

interface Place {
  readonly database: Database
  readonly clock: Clock
}

const indicatorList = v.array(v.string())

/**
 * Everything that is kept about somebody, for whoever asks for their data. Never what would let the
 * reader act as them: neither the password's hash nor those of sessions.
 * @returns undefined for somebody unknown
 */
export async function exportPerson({ database, clock }: Place, username: string) {
  const person = await database
    .selectFrom('users')
    .leftJoin('organizations', 'organizations.id', 'users.organization_id')
    .select([...personColumns, 'organizations.name as organization_name'])
    .where('username_key', '=', usernameKey(username.trim()))
    .executeTakeFirst()
  if (person === undefined) return undefined
  const now = clock()
  const { risk_sum, ...counts } = await readTotals(database, person.id)
  return {
    exported_at: now.toISOString(),
    person: { ...person, is_active: person.is_active === 1 },
    mail: {
      counts,
      risk_score: riskScore(risk_sum, now),
      scans: await readScans(database, person.id),
    },
    flags: await readFlags(database, person.id),
    sessions: await readSessions(database, person.id),
    known_browsers: await readBrowsers(database, person.id),
    failed_sign_ins: await readFailures(database, person.username),
    mails_sent_to_them: await readMails(database, 'recipient', person.email),
    support_requests: await readMails(database, 'reply_to', person.email),
    audit: await readAudit(database, person.id),
  }
}

async function readScans(database: Database, id: string) {
  const rows = await database
    .selectFrom('scans')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ user_id: _, ...row }) => ({
    ...row,
    indicators: v.parse(indicatorList, JSON.parse(row.indicators)),
  }))
}

async function readFlags(database: Database, id: string) {
  const rows = await database
    .selectFrom('flags')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ user_id: _, ...row }) => row)
}

function readSessions(database: Database, id: string) {
  return database
    .selectFrom('sessions')
    .select(['created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
}

function readBrowsers(database: Database, id: string) {
  return database
    .selectFrom('known_devices')
    .select(['created_at', 'last_used_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
}

function readFailures(database: Database, username: string) {
  return database
    .selectFrom('login_failures')
    .select(['address', 'failed_at'])
    .where('username_key', '=', usernameKey(username))
    .orderBy('id')
    .execute()
}

/** There are few; they are kept for sending, not for looking up. */
function readMails(database: Database, column: 'recipient' | 'reply_to', email: string) {
  return database
    .selectFrom('mails')
    .select(['created_at', 'sent_at', 'subject', 'body'])
    .where(column, '=', email)
    .orderBy('id')
    .execute()
}

/** What they did, and what was done to them. */
function readAudit(database: Database, id: string) {
  return database
    .selectFrom('audit')
    .selectAll()
    .where((column) => column.or([column('actor_id', '=', id), column('target_id', '=', id)]))
    .orderBy('id')
    .execute()
}
