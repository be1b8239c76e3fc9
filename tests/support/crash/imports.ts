import { sql } from 'kysely'
import * as v from 'valibot'
import { limits } from '../../../contract/core/limits.ts'
import { importUsersEndpoint } from '../../../contract/users/import-users.ts'
import { openPlace } from '../browser/place.ts'
import { type Client, Gone, openClient } from '../server/client.ts'

export interface Importing {
  readonly token: string
  readonly organizationId: string
  readonly rows: readonly object[]
}

/** Rows with an alias each, so that a user who is half made would show. */
export function importedRows(count: number, prefix = 'imported'): readonly object[] {
  return Array.from({ length: count }, (_, number) => ({
    line: number + 2,
    username: `${prefix}-${number}`,
    email: `${prefix}-${number}@firm.example`,
    full_name: `Imported Person ${number}`,
    department: 'Payments',
    aliases: [`${prefix}-${number}@alias.example`],
  }))
}

/** Imports as the site does, batch by batch. @returns how many rows were answered until the server was gone */
export async function importRows(
  { call }: Pick<Client, 'call'>,
  { token, organizationId, rows }: Importing,
): Promise<number> {
  let answered = 0
  while (answered < rows.length) {
    const batch = rows.slice(answered, answered + limits.importedRows)
    const body = { dry_run: false, organization_id: organizationId, rows: batch }
    const answer = await call('POST', '/admin/users/import', token, body)
    const outcomes = v.parse(importUsersEndpoint.output, answer).rows
    const wrong = outcomes.find(({ outcome }) => outcome !== 'new' && outcome !== 'unchanged')
    if (wrong !== undefined) throw new Error(`a row is ${JSON.stringify(wrong)}`)
    answered += batch.length
  }
  return answered
}

/** Imports over a connection of its own until all is done or the server is gone. */
export async function importUntilGone(url: string, importing: Importing): Promise<boolean> {
  const client = openClient(url)
  try {
    await importRows(client, importing)
    return true
  } catch (cause) {
    if (!(cause instanceof Gone)) throw cause
    return false
  } finally {
    client.end()
  }
}

/** The remains of an import that it must not leave, and how many users it made. */
export async function inspectImport(databaseUrl: string) {
  await using place = await openPlace(databaseUrl)
  const { rows: halfMade } = await sql<{ username: string }>`
    select username from users where username like 'imported-%' and (
      (select count(*) from audit where action = 'user-create' and target_id = users.id) <> 1
      or (select count(*) from user_aliases where user_id = users.id) <> 1)`.execute(place.database)
  const { rows: twice } = await sql<{ email: string }>`
    select email from users where username like 'imported-%'
    group by email having count(*) > 1`.execute(place.database)
  const made = await place.database
    .selectFrom('users')
    .select('id')
    .where('username', 'like', 'imported-%')
    .execute()
  return {
    made: made.length,
    problems: [
      ...halfMade.map(({ username }) => `${username} is half made`),
      ...twice.map(({ email }) => `${email} is there twice`),
    ],
  }
}
