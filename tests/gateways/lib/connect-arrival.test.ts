import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $arrival, watchArrival } from '../../../src/lib/gateways/connect-arrival.ts'
import { type Answer, refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const call = 'GET /api/admin/organizations/o1/arrival'
const nothing = { last_message_at: null }
const message = { last_message_at: '2026-03-01T09:30:00.000Z', last_level: 'safe' }
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  forgetSession()
})

/** Watches, and waits for the first answer. */
async function watch(answer: Answer) {
  server.answer({ [call]: answer })
  stop = watchArrival('o1')
  expect($arrival.get()).toEqual({ status: 'loading' })
  await vi.advanceTimersByTimeAsync(0)
}

/** The page's own visibility. */
let page = Object.assign(new EventTarget(), { hidden: false })

function hidePage(isHidden: boolean) {
  page.hidden = isHidden
  page.dispatchEvent(new Event('visibilitychange'))
}

test.each([
  ['every 3 seconds until the first message has arrived', nothing, 3000],
  ['every 10 seconds from then on', message, 10_000],
  ['every 10 seconds after a failure', refusal('Broken', { status: 500 }), 10_000],
])('the site asks %s', async (_, answer, pauseMs) => {
  await watch(answer)
  expect(server.made()).toEqual([[call]])
  await vi.advanceTimersByTimeAsync(pauseMs - 1)
  expect(server.made()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(server.made()).toHaveLength(2)
})

test('what has arrived is shown, and a later failure does not hide it', async () => {
  const answers = [nothing, message, refusal('Broken', { status: 500 })]
  await watch(() => answers.shift())
  expect($arrival.get()).toMatchObject({ status: 'loaded', arrival: nothing })
  await vi.advanceTimersByTimeAsync(3000)
  const shown = { status: 'loaded', arrival: message }
  expect($arrival.get()).toMatchObject(shown)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(answers).toEqual([])
  expect($arrival.get()).toMatchObject(shown)
})

test('a first failure is shown, and what arrives later takes its place', async () => {
  const answers = [refusal('Broken', { status: 500 }), message]
  await watch(() => answers.shift())
  expect($arrival.get()).toEqual({ status: 'failed' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect($arrival.get()).toMatchObject({ status: 'loaded' })
})

test('a server that lacks the call is not asked again', async () => {
  await watch(refusal('No such call', { status: 404 }))
  expect($arrival.get()).toEqual({ status: 'unsupported' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.made()).toHaveLength(1)
})

test('a hidden page asks nothing, and asks at once when it is shown again', async () => {
  await watch(nothing)
  hidePage(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.made()).toHaveLength(1)
  hidePage(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(server.made()).toHaveLength(2)
  // And goes on as before, in one row.
  await vi.advanceTimersByTimeAsync(3000)
  expect(server.made()).toHaveLength(3)
})

test('a page that is shown while an answer is awaited does not ask twice', async () => {
  const answer = Promise.withResolvers<unknown>()
  await watch(() => answer.promise)
  hidePage(false)
  expect(server.made()).toHaveLength(1)
  answer.resolve(nothing)
  await vi.advanceTimersByTimeAsync(0)
  await vi.advanceTimersByTimeAsync(1000)
  hidePage(false)
  expect(server.made()).toHaveLength(2)
  // The pause begins anew.
  await vi.advanceTimersByTimeAsync(2999)
  expect(server.made()).toHaveLength(2)
})

test('a panel that closes stops asking, also on a page that is shown later', async () => {
  await watch(nothing)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  hidePage(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.made()).toHaveLength(1)
})

test('an answer after the panel has closed changes nothing', async () => {
  const answer = Promise.withResolvers<unknown>()
  await watch(() => answer.promise)
  stop()
  answer.resolve(message)
  await vi.advanceTimersByTimeAsync(60_000)
  expect($arrival.get()).toEqual({ status: 'loading' })
  expect(server.made()).toHaveLength(1)
})

test('what arrived is forgotten with the session', async () => {
  await watch(message)
  forgetSession()
  expect($arrival.get()).toEqual({ status: 'loading' })
})
