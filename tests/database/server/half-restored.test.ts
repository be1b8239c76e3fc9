import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { openExistingDatabase } from '../../../server/database/opening/open-existing.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'

test('a database whose restore did not come to its end is named as that', async () => {
  await using place = await createTestDatabase()
  const database = await openDatabase(place.address)
  // A restore fills the tables after it has made all of them.
  await sql`delete from kysely_migration`.execute(database)
  await database.destroy()
  const words = /it is not completely restored: it has tables of Aman/
  await expect(openDatabase(place.address)).rejects.toThrow(words)
  await expect(openExistingDatabase(place.address)).rejects.toThrow(words)
})
