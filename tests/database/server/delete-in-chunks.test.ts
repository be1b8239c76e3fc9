import { expect, test } from 'vitest'
import { deleteInChunks } from '../../../server/database/retention.ts'

/** Deletes the given number of rows in each query, then none. */
function createTable(...counts: number[]) {
  const table = {
    queries: 0,
    deleteSome: async () => {
      table.queries += 1
      return BigInt(counts.shift() ?? 0)
    },
  }
  return table
}

test.each([
  ['a full chunk', [500], 3],
  ['fewer, because another server was faster', [500, 200, 500, 3], 6],
  ['none, because another server had all of them', [500, 0, 500, 0, 7], 7],
  ['none at all', [], 2],
])('deletion continues after %s', async (_what, counts, queries) => {
  const table = createTable(...counts)
  await deleteInChunks(table.deleteSome)
  expect(table.queries).toBe(queries)
})

test('deletion stops between two chunks on request', async () => {
  const table = createTable(500, 500, 500)
  const stopping = new AbortController()
  await deleteInChunks((most) => {
    expect(most).toBe(500)
    if (table.queries === 1) stopping.abort()
    return table.deleteSome()
  }, stopping.signal)
  expect(table.queries).toBe(2)
})
