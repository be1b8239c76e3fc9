import { expect, test } from 'vitest'
import { migrate, pendingMigrations } from '../../../server/database/opening/migrate.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { connectTo, firstRelease } from '../../support/server/earlier-database.ts'
import { createEmptyDatabase } from '../../support/server/test-database.ts'

const prepareUpgrade = prepareCommand('prepare-upgrade')
const name = '0039-organization-keys@0.3.0'

test('does the long part of an upgrade and leaves the version of the database as it is', async () => {
  await using created = await createEmptyDatabase()
  const database = connectTo(created.address)
  await migrate(database, firstRelease)
  const place = { environment: { DATABASE_URL: created.url } }
  // Twice, as after one that was stopped.
  for (const _ of [1, 2]) {
    expect((await prepareUpgrade(place)).stdout).toContain(
      `Prepared ${name}. Upgrade as usual (Aman `,
    )
  }
  expect(await pendingMigrations(database)).toContain(name)
  const { columns = [] } =
    (await database.introspection.getTables()).find((table) => table.name === 'scans') ?? {}
  expect(columns.map((column) => column.name)).toContain('organization_id')
  await database.destroy()
  await (await openDatabase(created.address)).destroy()
  expect((await prepareUpgrade(place)).stdout).toContain('nothing that can be prepared')
})

test('leaves a database alone that needs other migrations first', async () => {
  await using created = await createEmptyDatabase()
  const database = connectTo(created.address)
  await migrate(database, name)
  const before = await pendingMigrations(database)
  const place = { environment: { DATABASE_URL: created.url } }
  expect((await prepareUpgrade(place)).stdout).toContain('nothing that can be prepared')
  expect(await pendingMigrations(database)).toEqual(before)
  await database.destroy()
})
