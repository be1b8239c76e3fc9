import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { createTestServer } from '../../support/server/server.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { fillLists, namesOf } from '../../support/worlds/lists.ts'

test('a search finds the same without the trigram index', async () => {
  await using created = await createTestDatabase()
  await using server = await createTestServer({ address: created.address })
  await sql`drop extension pg_trgm cascade`.execute(server.database)
  const { token } = await fillLists(server)
  expect(await namesOf(server, token, 'q=anna&limit=2&sort=username')).toEqual([
    'ANNA',
    'anna',
    'Anna',
  ])
  // It is used again from the next start on.
  await (await openDatabase(created.address)).destroy()
  const indexes = sql`select indexname from pg_indexes where indexname like '%_by_search_text'`
  expect((await indexes.execute(server.database)).rows).toHaveLength(2)
})
