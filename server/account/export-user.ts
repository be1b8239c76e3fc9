import { sql } from 'kysely'
import { baseLocale } from '../../contract/core/locale.ts'
import { isKept } from '../database/kept-mail.ts'
import { usernameKey, usernameKeys } from '../database/search-index.ts'
import type { Database, Place, Tables } from '../database/tables/tables.ts'
import { readIndicators, readReason, sentenceIn } from '../emails/emails.ts'
import { readAliases } from '../organizations/organizations.ts'
import { readTotals, riskScore } from '../risk/risk.ts'
import { userColumns } from '../sign-in/sign-in.ts'

/**
 * All stored data about a user, for requests for personal data. Excludes what would let the reader
 * act as the user: the hashes of the password, session tokens and recovery codes, and the secrets and
 * keys of second factors. The operator's command prints the same, because its file is given to the user.
 * @returns undefined for an unknown user
 */
export async function exportUser({ database, clock }: Place, username: string) {
  const user = await database
    .selectFrom('users')
    .leftJoin('organizations', 'organizations.id', 'users.organization_id')
    .select([...userColumns, 'organizations.name as organization_name'])
    .where('username_key', 'in', usernameKeys(username))
    .executeTakeFirst()
  if (user === undefined) return undefined
  const now = clock()
  const aliases = (await readAliases(database, [user.id])).get(user.id) ?? []
  const read = readerOf(database, user.id)
  const { risk_sum, ...counts } = await readTotals(database, user.id)
  return {
    exported_at: now.toISOString(),
    user: { ...user, is_active: user.is_active === 1, aliases },
    mail: {
      counts,
      risk_score: riskScore(risk_sum, now),
      weekly_risk_scores: await read('weekly_scores', 'week', [
        'week',
        'score',
        'organization_id',
        'organization_score',
      ]),
      scans: await readScans(database, user.id, now),
      // The HMAC by which a repeated report is recognised says nothing to the user.
      reported_by_rspamd: await read('reported_mails', 'scan_id', [
        'scan_id',
        'level',
        'reported_level',
        'risk',
        'received_at',
        'kept_since',
      ]),
      senders_of_safe_mail: await readCorrespondents(database, user.id),
    },
    // The numbers that the judge learns from say nothing to the user.
    taught: {
      marks: await read('marks', 'id', [
        'scan_id',
        'source',
        'is_dangerous',
        'is_confirmed',
        'state',
        'made_at',
      ]),
      mails: await read('mail_lessons', 'scan_id', ['scan_id', 'change', 'delete_after']),
    },
    // Without the password, with which the reader could open it.
    watched_mailbox: await read('mailboxes', 'id', [
      'address',
      'host',
      'port',
      'security',
      'username',
      'action',
      'state',
      'problem',
      'authserv_id',
      'folder',
      'connected_at',
      'seen_at',
      'last_mail_at',
      'moves_last_day',
      'reads_senders',
      'signs_in',
    ]),
    senders_before_the_watch: await readMailboxSenders(database, user.id),
    mail_in_the_mailbox: await readMailboxMails(database, user.id),
    mail_checks: await read('mail_checks', 'id', ['id', 'checked_at', 'threat_level']),
    // To the operator's systems about mail of the user, which are deleted with it.
    webhook_messages: await read('webhook_deliveries', 'id', [
      'event',
      'body',
      'state',
      'created_at',
      'expires_at',
    ]),
    came_to_the_organization: (await readJoin(database, user.id))?.joined_at ?? null,
    flags: await readFlags(database, user.id),
    identity_provider: (await readProvided(database, user.id)) ?? null,
    sessions: await read('sessions', 'created_at', [
      'browser',
      'system',
      'address',
      'created_at',
      'last_used_at',
      'expires_at',
      'confirmed_at',
      'is_single_sign_on',
      'scope',
    ]),
    links_to_set_a_password: await read('account_links', 'created_at', [
      'purpose',
      'created_at',
      'expires_at',
    ]),
    sent_invitations: await read('sent_invitations', 'id', ['sent_at']),
    known_browsers: await read('known_devices', 'created_at', ['created_at', 'last_used_at']),
    // Neither secrets nor public keys: with them the reader could act as the user, or recognise the key elsewhere.
    second_factors: await read('second_factors', 'id', [
      'kind',
      'name',
      'created_at',
      'last_used_at',
    ]),
    replaced_emails: await read('replaced_emails', 'id', ['address', 'replaced_at']),
    single_sign_on: await read('identity_links', 'issuer', [
      'issuer',
      'subject',
      'created_at',
      'last_used_at',
    ]),
    failed_codes: await read('code_attempts', 'id', ['failed_at']),
    failed_sign_ins: await readFailures(database, user.username),
    mails_sent_to_them: await readMails(database, 'recipient', user.email),
    support_requests: await readMails(database, 'reply_to', user.email),
    audit: await readAudit(database, user.id),
  }
}

type OwnTable =
  | 'weekly_scores'
  | 'reported_mails'
  | 'mail_checks'
  | 'mail_lessons'
  | 'marks'
  | 'mailboxes'
  | 'webhook_deliveries'
  | 'sessions'
  | 'account_links'
  | 'sent_invitations'
  | 'known_devices'
  | 'second_factors'
  | 'replaced_emails'
  | 'identity_links'
  | 'code_attempts'

/** Reads columns of a user's rows, in the order of one of them and then of all. */
function readerOf(database: Database, userId: string) {
  return async <Table extends OwnTable, Column extends keyof Tables[Table] & string>(
    table: Table,
    order: keyof Tables[Table] & string,
    columns: readonly Column[],
  ): Promise<Pick<Tables[Table], Column>[]> => {
    const names = sql.join(columns.map((column) => sql.ref(column)))
    const { rows } = await sql<Pick<Tables[Table], Column>>`select ${names} from ${sql.table(table)}
      where user_id = ${userId} order by ${sql.ref(order)}, ${names}`.execute(database)
    return rows
  }
}

async function readScans(database: Database, id: string, now: Date) {
  const rows = await database
    .selectFrom('scans')
    .selectAll()
    .where('user_id', '=', id)
    .where(isKept(now))
    .orderBy('id')
    .execute()
  return rows.map(({ user_id, search_text, reason, detection_reason, indicators, ...row }) => {
    const kept = { reason, detection_reason, indicators }
    return {
      ...row,
      detection_reason: sentenceIn(baseLocale, readReason(kept)),
      indicators: readIndicators(kept).map((sentence) => sentenceIn(baseLocale, sentence)),
    }
  })
}

/** Where Aman knows mail of the mailbox to be; the HMAC by which it is recognised says nothing to the user. */
function readMailboxMails(database: Database, id: string) {
  return database
    .selectFrom('mailbox_mails')
    .innerJoin('mailboxes', 'mailboxes.id', 'mailbox_mails.mailbox_id')
    .select(['scan_id', 'place', 'received_at', 'judged_at'])
    .where('user_id', '=', id)
    .orderBy('judged_at')
    .orderBy('scan_id')
    .execute()
}

/** Whom the judge knows from mail before the mailbox was connected, because the user wanted that. */
function readMailboxSenders(database: Database, id: string) {
  return database
    .selectFrom('mailbox_senders')
    .innerJoin('mailboxes', 'mailboxes.id', 'mailbox_senders.mailbox_id')
    .select(['sender', 'days', 'last_at'])
    .where('user_id', '=', id)
    .orderBy('sender')
    .execute()
}

/** What the judge of the organization knows from mail to the user. */
function readCorrespondents(database: Database, id: string) {
  return (
    database
      .selectFrom('correspondents')
      .select(['day', 'sender'])
      // Of the organizations that its index begins with.
      .where('organization_id', 'in', (query) =>
        query.selectFrom('scans').select('organization_id').where('user_id', '=', id),
      )
      .where('user_id', '=', id)
      .orderBy('day')
      .orderBy('sender')
      .execute()
  )
}

/** Null for a user who has always been in the organization. */
function readJoin(database: Database, id: string) {
  return database
    .selectFrom('organization_joins')
    .select('joined_at')
    .where('user_id', '=', id)
    .executeTakeFirst()
}

async function readFlags(database: Database, id: string) {
  const rows = await database
    .selectFrom('flags')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ user_id, search_text, ...row }) => row)
}

/** What the identity provider of the organization says about the user. */
function readProvided(database: Database, id: string) {
  return database
    .selectFrom('scim_users')
    .select(['external_id', 'given_name', 'family_name', 'changed_at'])
    .where('user_id', '=', id)
    .executeTakeFirst()
}

function readFailures(database: Database, username: string) {
  return database
    .selectFrom('login_failures')
    .select(['address', 'failed_at'])
    .where('username_key', '=', usernameKey(username))
    .orderBy('id')
    .execute()
}

/** Not indexed: mails are kept for sending, and there are few. */
function readMails(database: Database, column: 'recipient' | 'reply_to', email: string) {
  return (
    database
      .selectFrom('mails')
      .select(['created_at', 'sent_at', 'subject'])
      // Not a link with which the reader could act as the user.
      .select((row) =>
        row.case().when('holds_secret', '=', 1).then('').else(row.ref('body')).end().as('body'),
      )
      .where(column, '=', email)
      .orderBy('id')
      .execute()
  )
}

/**
 * Actions by the user, and actions on the user. Of another who acted, for instance an administrator, the
 * role is told, and neither the id nor the network address; of another user acted on, no id.
 */
async function readAudit(database: Database, id: string) {
  const rows = await database
    .selectFrom('audit')
    .selectAll()
    .where((column) => column.or([column('actor_id', '=', id), column('target_id', '=', id)]))
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const { actor_id, actor_role, target_type, target_id } = row
    if (actor_id === id) {
      return target_type === 'user' && target_id !== id ? { ...row, target_id: null } : row
    }
    // An unknown client may be the user, or an attacker whom the user should know of.
    if (actor_role === 'nobody') return row
    return { ...row, actor_id: null, actor_organization_id: null, address: '' }
  })
}
