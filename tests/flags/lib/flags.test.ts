import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $flagSearch, $foundFlags, flags } from '../../../src/lib/flags/flags.ts'

const list = [
  { id: 1, flag_type: 'green', value: 'bank@partner.example', reason: null, created_at: '' },
  { id: 2, flag_type: 'red', value: 'bad.example', reason: 'Fake Invoices', created_at: '' },
  { id: 3, flag_type: 'red', value: 'null.example', created_at: null },
]

let stop: () => void

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ flags: list }))
  stop = $foundFlags.listen(() => {})
  await expect.poll(() => flags.$resource.get().status).toBe('loaded')
})

afterEach(() => {
  stop()
  $flagSearch.set('')
  cleanStores($foundFlags, flags.$resource)
  vi.unstubAllGlobals()
})

test.each([
  ['', [1, 2, 3]],
  [' invoices ', [2]],
  ['null', [3]],
  ['undefined', []],
])('a search for %j finds the flags %j', { tags: ['R175', 'R176', 'R177'] }, (search, ids) => {
  $flagSearch.set(search)
  expect($foundFlags.get().map(({ id }) => id)).toEqual(ids)
})
