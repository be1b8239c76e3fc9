import { isoAfter } from '../../core/clock.ts'
import { newSecret } from '../../core/secrets.ts'
import type { Database, Place } from '../../database/tables/tables.ts'
import { type KeyOptions, listedColumns, newKeyRow } from './gateway-keys.ts'

/** The organizations that a key of the operator is for: all, also those to come, or some by their ids. */
export type Covered = 'all' | readonly string[]

/** Runs in the caller's transaction. @returns the key itself, which is not stored */
export async function addOperatorKey(
  { database, clock }: Place,
  covered: Covered,
  options: KeyOptions,
  key = `aman_gateway_${newSecret()}`,
): Promise<{ id: string; key: string }> {
  const row = newKeyRow(clock, options, key)
  await database
    .insertInto('operator_keys')
    .values({ ...row, covers_all: 0 })
    .execute()
  await coverOrganizations(database, row.id, covered)
  return { id: row.id, key }
}

/** Replaces what a key covers. @returns false for a key that is unknown or revoked */
export async function coverOrganizations(
  database: Database,
  id: string,
  covered: Covered,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('operator_keys')
    .set({ covers_all: covered === 'all' ? 1 : 0 })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await database.deleteFrom('covered_organizations').where('key_id', '=', id).execute()
  if (covered === 'all') return true
  const ids = [...new Set(covered)]
  for (let start = 0; start < ids.length; start += chunk) {
    const rows = ids
      .slice(start, start + chunk)
      .map((organization_id) => ({ key_id: id, organization_id }))
    await database.insertInto('covered_organizations').values(rows).execute()
  }
  return true
}

/** Rows of one statement. */
const chunk = 500

/** For the activity and the command. */
export function wordsOfCover(covered: Covered): string {
  return covered === 'all' ? 'all organizations' : countWords(new Set(covered).size)
}

export function countWords(count: number): string {
  return count === 1 ? '1 organization' : `${count} organizations`
}

/** The newest first, with how many organizations each covers that were chosen; without `id` all keys. */
export function readOperatorKeys({ database }: Pick<Place, 'database'>, id?: string) {
  return database
    .selectFrom('operator_keys')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .select(({ selectFrom, fn }) => [
      ...listedColumns,
      'covers_all',
      selectFrom('covered_organizations')
        .select(fn.countAll().as('count'))
        .whereRef('key_id', '=', 'operator_keys.id')
        .$asScalar()
        .as('chosen'),
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** @returns false for a key that is unknown or already revoked */
export async function endOperatorKey({ database, clock }: Place, id: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('operator_keys')
    .set({ revoked_at: isoAfter(clock(), 0) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
