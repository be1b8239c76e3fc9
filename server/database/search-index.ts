import { type RawBuilder, sql } from 'kysely'
import { fold, foldForSearch, withoutInvisible } from '../core/fold.ts'
import { isPostgres } from './engine.ts'
import type { Users } from './tables/accounts.ts'
import type { Flags, Scans } from './tables/mail.ts'
import type { Organizations } from './tables/organizations.ts'
import type { Database } from './tables/tables.ts'

/*
 * The texts of a search, folded before they are stored, because the engines disagree about upper
 * and lower case. Every write of one of these fields writes the folded text with it. No term holds
 * a line feed, so that none matches across two fields.
 */

/** The key that a username is compared by; ignores case and width. */
export function usernameKey(username: string): string {
  return fold(username)
}

/**
 * The possible meanings of a typed or copied username: as it is, for one from before invisible
 * characters were refused, and without them.
 */
export function usernameKeys(typed: string): string[] {
  return [...new Set([typed.trim(), withoutInvisible(typed)].map(usernameKey))]
}

export function searchKeysOfUser(
  user: Pick<Users, 'full_name' | 'username' | 'email'> & { readonly aliases: readonly string[] },
) {
  return {
    name_key: fold(user.full_name),
    search_text: join([user.full_name, user.username, user.email, ...user.aliases]),
  }
}

export function searchTextOfOrganization(
  organization: Pick<Organizations, 'name' | 'contact_email'>,
): string {
  return join([organization.name, organization.contact_email])
}

export function searchTextOfFlag(flag: Pick<Flags, 'value' | 'reason'>): string {
  return join([flag.value, flag.reason ?? ''])
}

/** An index of PostgreSQL takes no longer text; 200 code points have 800 bytes at most. */
const longestOfSubject = 200
const longestOfSender = 250

/** Malicious mail is found by the domain of its sender alone. */
export function searchTextOfScan({
  email_subject,
  sender_address,
  sender_domain,
}: Pick<Scans, 'email_subject' | 'sender_address' | 'sender_domain'>): string {
  const sender = foldForSearch(sender_address || sender_domain)
  return `${cut(foldForSearch(email_subject), longestOfSubject)}\n${cut(sender, longestOfSender)}`
}

function cut(text: string, codePoints: number): string {
  return text.length <= codePoints ? text : [...text].slice(0, codePoints).join('')
}

function join(fields: readonly string[]): string {
  return fields.map(fold).join('\n')
}

/** The tables with an index of the trigrams of their `search_text`. */
export type SearchedTable = 'users' | 'organizations'

/**
 * A query of the ids whose text holds a term, answered by the trigram index.
 * @param term folded
 * @returns undefined where the index does not help: it is missing, or the term is too short for it
 */
export async function findBySearchIndex(
  database: Database,
  table: SearchedTable,
  term: string,
): Promise<RawBuilder<{ id: string }> | undefined> {
  if (!(await hasTrigramsFor(database, term))) return undefined
  return idsByTrigrams(database, table, askedOfIndex(database, term))
}

/** @param asked from `askedOfIndex` */
export function idsByTrigrams(
  database: Database,
  table: SearchedTable,
  asked: string,
): RawBuilder<{ id: string }> {
  return isPostgres(database)
    ? sql`select id from ${sql.table(table)} where ${isLike('search_text', asked)}`
    : sql`select numbers.id from ${sql.table(`${table}_search`)} as found
        join ${sql.table(`${table}_search_numbers`)} as numbers on numbers.number = found.rowid
        where found.search_text match ${asked}`
}

/** The query that asks the engine's index for a folded term. */
export function askedOfIndex(database: Database, term: string): string {
  // In quotes nothing is an operator of FTS5.
  return isPostgres(database) ? patternOf(term) : `"${term.replaceAll('"', '""')}"`
}

/** Whether the index finds a folded term by its trigrams. */
export async function hasTrigramsFor(database: Database, term: string): Promise<boolean> {
  if (!isPostgres(database)) return [...term].length >= 3
  // pg_trgm leaves out all but letters and digits.
  return /[\p{L}\p{N}]{3}/u.test(term) && (await hasTrigramIndex(database))
}

/** True of rows whose folded text holds a folded term. */
export function contains(column: string, term: string): RawBuilder<boolean> {
  return isLike(column, patternOf(term))
}

function patternOf(term: string): string {
  return `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`
}

function isLike(column: string, pattern: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
}

/** True of rows whose id is one of many, as one parameter whatever their number. */
export function isOneOf(
  database: Database,
  column: string,
  ids: readonly string[],
): RawBuilder<boolean> {
  return isInList(database, column, JSON.stringify(ids))
}

/**
 * PostgreSQL takes an array for one of ten, and finds each in the index. A table of the same it takes for one of
 * a hundred, for which it would rather read all of a few thousand rows.
 * @param list the ids as JSON
 */
export function isInList(database: Database, column: string, list: string): RawBuilder<boolean> {
  return isPostgres(database)
    ? sql<boolean>`${sql.ref(column)} = any(array(select jsonb_array_elements_text(${list}::jsonb)))`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`
}

const indexKnown = new WeakMap<Database, Promise<boolean>>()

function hasTrigramIndex(database: Database): Promise<boolean> {
  const known = indexKnown.get(database) ?? lookUpIndex(database)
  indexKnown.set(database, known)
  // A database that did not answer is asked again.
  known.catch(() => indexKnown.delete(database))
  return known
}

async function lookUpIndex(database: Database): Promise<boolean> {
  const { rows } =
    await sql`select 1 where to_regclass('users_by_search_text') is not null`.execute(database)
  return rows.length > 0
}
