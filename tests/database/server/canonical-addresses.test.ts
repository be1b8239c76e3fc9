import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { createTestClock } from '../../support/server/clock.ts'
import { connectTo, fillEarlier, insertRow } from '../../support/server/earlier-database.ts'
import { createEmptyDatabase } from '../../support/server/test-database.ts'
import { rowsOfEveryTable } from '../../support/worlds/every-table.ts'

async function createEarlier() {
  const created = await createEmptyDatabase()
  const database = connectTo(created.address)
  const rows = await rowsOfEveryTable(createTestClock()())
  const filled = await fillEarlier(database, '0006-accounts', rows)
  /** With the columns that there were. */
  const rowOf = (name: string) => filled.find(({ table }) => table === name)?.row ?? {}
  return { ...created, database, rows: { flags: rowOf('flags'), users: rowOf('users') } }
}

test('stored flags that become equal are merged into the oldest, with the sum of their counts', async () => {
  await using earlier = await createEarlier()
  const { database, rows } = earlier
  await database.deleteFrom('flags').execute()
  const flags = [
    ['3', '2026-01-03', 'bücher.example', 'green', 0],
    ['2', '2026-01-02', 'xn--bcher-kva.example', 'red', 5],
    ['1', '2026-01-04', 'bücher.example.', 'red', 7],
    ['4', '2026-01-01', 'za\u200Bp.example', 'red', 1],
    ['5', '2026-01-01', 'plain.example', 'green', 0],
    ['6', '2026-01-01', 'mailto:a@plain.example', 'red', 2],
  ] as const
  for (const [id, created_at, value, flag_type, blocked_count] of flags) {
    const flag = { id, created_at, value, flag_type, blocked_count }
    await insertRow(database, { table: 'flags', row: { ...rows.flags, ...flag } })
  }
  const stranger = {
    ...rows.users,
    id: 'x',
    username: 'x',
    username_key: 'x',
    email: 'x',
    look_alike_key: null,
  }
  await insertRow(database, { table: 'users', row: stranger })
  const theirs = { id: '7', user_id: 'x', value: 'bücher.example' }
  await insertRow(database, { table: 'flags', row: { ...rows.flags, ...theirs } })
  await database.destroy()
  const migrated = await openDatabase(earlier.address)
  const found = await migrated
    .selectFrom('flags')
    .select(['id', 'value', 'flag_type', 'blocked_count'])
    .orderBy('id')
    .execute()
  await migrated.destroy()
  expect(
    found.map(({ id, value, flag_type, blocked_count }) => [id, value, flag_type, blocked_count]),
  ).toEqual([
    ['2', 'xn--bcher-kva.example', 'red', 12],
    ['4', 'zap.example', 'red', 1],
    ['5', 'plain.example', 'green', 0],
    ['6', 'mailto:a@plain.example', 'red', 2],
    ['7', 'xn--bcher-kva.example', rows.flags.flag_type, rows.flags.blocked_count],
  ])
})

test('stored addresses and senders are normalized, and users are not merged', async () => {
  await using earlier = await createEarlier()
  const { database, rows } = earlier
  for (const [id, email] of [
    ['1', 'rania@bücher.example'],
    ['2', 'rania@xn--bcher-kva.example'],
    ['3', 'nour@bücher.example'],
    ['4', 'o,k@firm.example'],
    ['5', 'removed 5'],
  ] as const) {
    const keys = { id, username: id, username_key: id, look_alike_key: null, email }
    await insertRow(database, { table: 'users', row: { ...rows.users, ...keys } })
  }
  await database.updateTable('scans').set({ sender_domain: 'Bücher.example.' }).execute()
  await database.destroy()
  const migrated = await openDatabase(earlier.address)
  const found = await migrated
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', ['1', '2', '3', '4', '5'])
    .orderBy('id')
    .execute()
  const scans = await migrated.selectFrom('scans').select('sender_domain').execute()
  await migrated.destroy()
  expect(found.map(({ email }) => email)).toEqual([
    'rania@bücher.example',
    'rania@xn--bcher-kva.example',
    'nour@xn--bcher-kva.example',
    '"o,k"@firm.example',
    'removed 5',
  ])
  expect(scans).toEqual([{ sender_domain: 'xn--bcher-kva.example' }])
})
