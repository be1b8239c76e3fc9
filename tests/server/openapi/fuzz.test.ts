import { expect, test } from 'vitest'
import { fuzz } from '../../support/fuzz/run.ts'

test('every answer to random input is one that the document lists', async () => {
  const { problems, untried, statuses } = await fuzz(600, 2026)
  expect(problems).toEqual([])
  expect(untried).toEqual([])
  for (const status of [200, 400, 401, 403, 404, 409, 415, 422]) {
    expect(statuses.has(status), String(status)).toBe(true)
  }
}, 30_000)
