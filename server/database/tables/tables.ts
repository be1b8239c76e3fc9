import type { Kysely } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import type { AccountTables } from './accounts.ts'
import type { MailboxTables, MailTables } from './mail.ts'
import type { LearningTables, OperationTables } from './operation.ts'
import type { OrganizationTables } from './organizations.ts'

export type * from './accounts.ts'
export type * from './mail.ts'
export type * from './operation.ts'
export type * from './organizations.ts'

/**
 * All tables, in types that SQLite and PostgreSQL share: ids are UUIDv7 text created by the server,
 * times are ISO 8601 text in UTC, booleans are 0 or 1.
 */
export interface Tables
  extends AccountTables,
    LearningTables,
    MailTables,
    MailboxTables,
    OperationTables,
    OrganizationTables {}

export type Database = Kysely<Tables>

/** A database with the clock by which it is written. */
export interface Place {
  readonly database: Database
  readonly clock: Clock
}
