import { sql } from 'kysely'
import type { Database } from '../tables/tables.ts'
import { createTable, portable } from './0038-first-release.ts'

/** In SQLite's dialect, as those of 0.2.0. */
const tables: Readonly<Record<string, string>> = {
  // Gateway keys of the operator, which cover all organizations or chosen ones.
  operator_keys: `
    "id" text not null primary key, "key_hash" text not null unique, "label" text not null,
    "created_at" text not null, "revoked_at" text, "last_used_at" text, "expires_at" text,
    "networks" text not null, "scope" text not null, "covers_all" integer not null`,
  covered_organizations: `
    "key_id" text not null references "operator_keys" ("id") on delete cascade,
    "organization_id" text not null references "organizations" ("id") on delete cascade,
    constraint "covered_organizations_key" primary key ("key_id", "organization_id")`,
  // The lessons of an organization for its judge: versions of a layer, the marks and mails that it learns
  // from, and whether it learns from ordinary mail, which none does until it is switched on.
  learning: `
    "organization_id" text not null primary key, "learns_from_mail" integer not null,
    "chosen_at" text, "version" integer not null, "revision" integer not null, "leased_until" text,
    "refused_at" text, "refused" text not null`,
  learnt_versions: `
    "organization_id" text not null, "number" integer not null, "cause" text not null,
    "made_at" text not null, "changed_at" text not null, "faded_on" text not null,
    "model" text not null, "marks" integer not null, "mails" integer not null,
    "layer" text not null, "judging" text not null,
    constraint "learnt_versions_key" primary key ("organization_id", "number")`,
  pending_lessons: `
    "organization_id" text not null, "mail" text not null, "digest" text not null,
    "made_at" text not null, "sealed" text not null,
    constraint "pending_lessons_key" primary key ("organization_id", "mail", "digest")`,
  mail_lessons: `
    "organization_id" text not null, "scan_id" text not null, "user_id" text not null,
    "mail" text not null, "threat_level" text not null, "sender_domain" text not null,
    "received_at" text not null, "delete_after" text not null, "change" text,
    "sealed" text not null,
    constraint "mail_lessons_key" primary key ("organization_id", "scan_id")`,
  marks: `
    "organization_id" text not null, "id" text not null, "user_id" text not null, "scan_id" text,
    "source" text not null, "is_dangerous" integer not null, "sender" text not null,
    "is_confirmed" integer not null, "is_doubtful" integer not null, "state" text not null,
    "made_at" text not null, "sealed" text not null,
    constraint "marks_key" primary key ("organization_id", "id")`,
  // One login at a mail server opens the mailboxes of an organization's users.
  mailbox_credentials: `
    "organization_id" text not null primary key references "organizations" ("id"),
    "domain" text not null, "host" text not null, "port" integer not null,
    "security" text not null, "login" text not null, "sealed_password" text not null,
    "is_local" integer not null, "state" text not null, "refusals" integer not null,
    "refused_at" text, "kept_at" text not null, "kind" text default 'proxy' not null,
    "tenant" text, "refusal" text,
    "checked_with" text references "users" ("id") on delete set null`,
  // Mailboxes that Aman watches for their users, and the mail that it judged in them.
  mailboxes: `
    "id" text not null primary key, "user_id" text not null unique references "users" ("id"),
    "address" text not null, "host" text not null, "port" integer not null,
    "security" text not null, "username" text not null, "sealed_password" text not null,
    "action" text not null, "state" text not null, "problem" text, "refusals" integer not null,
    "authserv_id" text not null, "uid_validity" text not null, "last_uid" text not null,
    "folder" text not null, "folder_made_on" text, "folder_seen" text not null,
    "junk_seen" text not null, "connected_at" text not null, "seen_at" text, "last_mail_at" text,
    "asked_at" text, "watcher" text, "moves_last_day" integer default 0 not null,
    "reads_senders" integer default 0 not null, "signs_in" integer default 0 not null,
    "credential_of" text
      references "mailbox_credentials" ("organization_id") on delete cascade`,
  mailbox_mails: `
    "mailbox_id" text not null references "mailboxes" ("id") on delete cascade,
    "id" text not null, "scan_id" text not null, "place" text not null, "uid" text not null,
    "received_at" text not null, "judged_at" text not null,
    constraint "mailbox_mails_key" primary key ("mailbox_id", "id")`,
  mailbox_senders: `
    "mailbox_id" text not null references "mailboxes" ("id") on delete cascade,
    "sender" text not null, "days" integer not null, "last_at" text not null,
    constraint "mailbox_senders_key" primary key ("mailbox_id", "sender")`,
  mailbox_watchers: '"id" text not null primary key, "alive_until" text not null',
}

const columns = [
  // The map of domains is read again only for organizations whose revision changed.
  'flag_revisions add column "addresses_revision" text',
  // Null for judges from before, and for those that an older server adds during an upgrade: where
  // such a judge watches, super admins are asked.
  'organizations add column "judge_chosen_at" text',
  // Counting begins with the server that brings these; older ones leave 0.
  ...['judged', 'marked', 'reported_dangerous', 'reported_honest'].map(
    (name) => `daily_counts add column "${name}" integer default 0 not null`,
  ),
  // A session of a browser extension may make few calls.
  `sessions add column "scope" text default 'site' not null`,
  // Answers to reports by mail, too: off until the user chooses it.
  'users add column "answers_by_mail" integer default 0 not null',
]

const indexes = [
  'covered_organizations_of_organization on covered_organizations ("organization_id")',
  'pending_lessons_by_age on pending_lessons ("made_at")',
  'mail_lessons_of_user on mail_lessons ("user_id")',
  'mail_lessons_to_delete on mail_lessons ("delete_after")',
  'mail_lessons_of_mail on mail_lessons ("organization_id", "mail")',
  'marks_of_user on marks ("user_id")',
  'marks_by_age on marks ("made_at")',
  'marks_by_state on marks ("state")',
  'mailboxes_by_watcher on mailboxes ("state", "watcher")',
  'mailboxes_by_credential on mailboxes ("credential_of")',
  'mailbox_mails_by_place on mailbox_mails ("mailbox_id", "place")',
  'mailbox_mails_by_age on mailbox_mails ("judged_at")',
  'mailbox_senders_by_age on mailbox_senders ("last_at")',
  // The end of a user is looked up here.
  'mailbox_credentials_by_user on mailbox_credentials ("checked_with")',
]

/** Creates what 0.3.0 has beside the mail that it keeps otherwise. */
export async function up(database: Database): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(database)
  for (const [name, text] of Object.entries(tables)) await run(createTable(database, name, text))
  for (const column of columns) await run(`alter table ${portable(database, column)}`)
  for (const index of indexes) await run(`create index ${index}`)
}

/** @throws Error for a database that ran only some of the steps that this migration took the place of */
export async function requireWhole(database: Database): Promise<void> {
  const found = await database.introspection.getTables()
  const newest = found.find(({ name }) => name === 'mailbox_credentials')
  if (newest?.columns.some(({ name }) => name === 'refusal')) return
  throw new Error('it is of a version between 0.2.0 and 0.3.0, and cannot be upgraded')
}
