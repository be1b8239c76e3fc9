import { expect, test } from 'vitest'
import { longRequests } from '../../support/long-text/requests.ts'
import { findStalls } from '../../support/long-text/run.ts'
import { longScimRequests } from '../../support/long-text/scim-requests.ts'
import { type KindOfText, kindsOfText } from '../../support/long-text/texts.ts'
import { allCalls } from '../../support/worlds/contract.ts'

/** The kind whose time grows most; every field gets one of the others in turn. */
const slowest: readonly KindOfText[] = ['combining marks']

/** The calls in turn, so that a part takes a busy machine some tens of seconds. */
const parts = [0, 1, 2, 3]

test.each(parts)('no body of a call holds up all other calls (part %d)', async (part) => {
  const calls = allCalls.filter((_, index) => index % parts.length === part)
  const { problems, unread, tried } = await findStalls(longRequests(calls, slowest, kindsOfText))
  expect(problems).toEqual([])
  expect(unread).toEqual([])
  expect(tried).toBeGreaterThan(160)
})

test('nothing that an identity provider sends holds up all other calls', async () => {
  const { problems, unread, tried } = await findStalls(longScimRequests(slowest))
  expect(problems).toEqual([])
  expect(unread).toEqual([])
  expect(tried).toBeGreaterThan(30)
})
