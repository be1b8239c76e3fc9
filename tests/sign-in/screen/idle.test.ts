import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadClient } from '../../../src/lib/core/api/http.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $isEnding, staySignedIn, watchIdle } from '../../../src/lib/sign-in/idle.ts'

/** What the server answers next: the seconds that are left, or a failure. */
let left: number | null | 'failure'
let asked: string[]
let stop = () => {}

// The first request loads it, which simulated time does not wait for.
beforeAll(async () => {
  await loadClient()
})

beforeEach(() => {
  vi.useFakeTimers()
  left = 3600
  asked = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`)
    return left === 'failure'
      ? new Response('', { status: 500 })
      : Response.json({ idle_seconds_left: left })
  })
})

afterEach(() => {
  stop()
  forgetSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
const check = 'GET /api/auth/session'
const extend = 'POST /api/auth/session'

test('two minutes before the end the server is asked, and only then the user is warned', async () => {
  stop = watchIdle(1800)
  expect($isEnding.get()).toBe(false)
  left = 120
  await pass(1679)
  expect(asked).toEqual([])
  await pass(1)
  expect(asked).toEqual([check])
  expect($isEnding.get()).toBe(true)
})

test('a session that another tab has extended does not end, and is looked at again', async () => {
  stop = watchIdle(1800)
  left = 1000
  await pass(1680)
  expect($isEnding.get()).toBe(false)
  left = 120
  await pass(880)
  expect(asked).toEqual([check, check])
  expect($isEnding.get()).toBe(true)
})

test('a short session warns when half of it is left', async () => {
  stop = watchIdle(60)
  left = 30
  await pass(29)
  expect($isEnding.get()).toBe(false)
  await pass(1)
  expect($isEnding.get()).toBe(true)
})

test('after the end the server says whether the session is over', async () => {
  stop = watchIdle(240)
  left = 120
  await pass(120)
  await pass(120)
  expect(asked).toEqual([check])
  await pass(1)
  expect(asked).toEqual([check, check])
})

test('a check that fails is tried again after ten seconds', async () => {
  stop = watchIdle(240)
  left = 'failure'
  await pass(120)
  await pass(9.9)
  expect(asked).toEqual([check])
  left = 100
  await pass(0.1)
  expect(asked).toEqual([check, check])
  expect($isEnding.get()).toBe(true)
})

test('an extension that fails is followed by one check, which plans the next one', async () => {
  stop = watchIdle(240)
  await pass(60)
  left = 'failure'
  dispatchEvent(new Event('keydown'))
  await pass(0)
  left = 1000
  await pass(10)
  expect(asked).toEqual([extend, check])
  await pass(879)
  expect(asked).toEqual([extend, check])
  await pass(1)
  expect(asked).toEqual([extend, check, check])
})

test('a session that is not watched, because it has no limit, brings no warning', async () => {
  vi.resetModules()
  const fresh = await import('../../../src/lib/sign-in/idle.ts')
  expect(fresh.$isEnding.get()).toBe(false)
})

test('without a limit on the server nothing is planned', async () => {
  stop = watchIdle(240)
  left = null
  await pass(120)
  await pass(100_000)
  expect(asked).toEqual([check])
  expect($isEnding.get()).toBe(false)
})

test.each(['keydown', 'input', 'pointerdown'])(
  'a %s extends the session, at most once a minute',
  async (event) => {
    stop = watchIdle(1800)
    await pass(59)
    dispatchEvent(new Event(event))
    expect(asked).toEqual([])
    await pass(1)
    dispatchEvent(new Event(event))
    dispatchEvent(new Event(event))
    await pass(0)
    expect(asked).toEqual([extend])
    await pass(60)
    dispatchEvent(new Event(event))
    await pass(0)
    expect(asked).toEqual([extend, extend])
    stop()
    await pass(60)
    dispatchEvent(new Event(event))
    await pass(10_000)
    expect(asked).toEqual([extend, extend])
  },
)

test('after the warning only the choice to stay counts', async () => {
  stop = watchIdle(240)
  left = 120
  await pass(120)
  dispatchEvent(new Event('keydown'))
  await pass(1)
  expect(asked).toEqual([check])
  left = 240
  await staySignedIn()
  expect(asked).toEqual([check, extend])
  expect($isEnding.get()).toBe(false)
})

test('the end of the session ends the warning and the checks', async () => {
  stop = watchIdle(240)
  left = 120
  await pass(120)
  forgetSession()
  expect($isEnding.get()).toBe(false)
  await pass(1000)
  expect(asked).toEqual([check])
})

test('a session of months is watched without a request at once', async () => {
  stop = watchIdle(10_000_000)
  await pass(60)
  expect(asked).toEqual([])
})
