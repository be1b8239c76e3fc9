import { cleanStores } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import { HttpError } from '../../../src/lib/core/api/errors.ts'
import { createResource, loadedIfAnswered } from '../../../src/lib/core/api/resource.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $token, dropToken, keepToken } from '../../../src/lib/core/storage/token.ts'

/** A resource whose loads are answered by hand, in any order. */
function held() {
  const asked: PromiseWithResolvers<string>[] = []
  const { $resource, reload } = createResource(() => {
    const answer = Promise.withResolvers<string>()
    asked.push(answer)
    return answer.promise
  })
  const unlisten = $resource.listen(() => undefined)
  const stop = () => {
    unlisten()
    // Stores wait a second before they unmount.
    cleanStores($resource)
  }
  const shown = () => {
    const resource = $resource.get()
    return resource.status === 'loaded' ? resource.data : resource.status
  }
  return { asked, reload, shown, stop, $resource }
}

afterEach(() => {
  const token = $token.get()
  if (token !== undefined) dropToken(token)
})

test('when answers arrive out of order the newest request counts', async () => {
  const { asked, reload, shown, stop } = held()
  const second = reload()
  const third = reload()
  asked[2]?.resolve('third')
  await third
  asked[1]?.resolve('second')
  await second
  asked[0]?.reject(new Error('first'))
  await asked[0]?.promise.catch(() => undefined)
  expect(shown()).toBe('third')
  stop()
})

test('data that was requested for a previous user is never shown to the next', async () => {
  keepToken('rania')
  const { asked, shown, stop } = held()
  // The session does this for the whole site.
  const unlisten = $token.listen(forgetSession)
  keepToken('omar')
  expect(asked).toHaveLength(2)
  asked[0]?.resolve('of Rania')
  await asked[0]?.promise
  expect(shown()).toBe('loading')
  asked[1]?.resolve('of Omar')
  await expect.poll(shown).toBe('of Omar')
  dropToken('omar')
  expect(shown()).toBe('loading')
  expect(asked).toHaveLength(2)
  unlisten()
  stop()
})

test('an answer that arrives after the last listener has gone is ignored', async () => {
  const { asked, shown, stop } = held()
  stop()
  asked[0]?.resolve('late')
  await asked[0]?.promise
  expect(shown()).toBe('loading')
  expect(asked).toHaveLength(2)
})

test('data whose answer is already here is loaded before the first render', async () => {
  const store = createResource(async () => {
    // As many steps as a call needs to read its answer.
    for (let step = 0; step < 20; step += 1) await Promise.resolve()
    return 'answer'
  })
  await loadedIfAnswered(store)
  expect(store.$resource.get()).toMatchObject({ status: 'loaded', data: 'answer' })
  cleanStores(store.$resource)
})

test('a pending answer does not delay the first render', async () => {
  const answer = Promise.withResolvers<string>()
  const store = createResource(() => answer.promise)
  await loadedIfAnswered(store)
  expect(store.$resource.get()).toEqual({ status: 'loading' })
  cleanStores(store.$resource)
})

test('a slow first render does not load the data again', async () => {
  vi.useFakeTimers()
  let requests = 0
  const store = createResource(async () => {
    requests += 1
    return 'answer'
  })
  const loaded = loadedIfAnswered(store)
  await vi.advanceTimersByTimeAsync(3000)
  await loaded
  const stop = store.$resource.subscribe(() => {})
  expect(store.$resource.get()).toMatchObject({ status: 'loaded', data: 'answer' })
  expect(requests).toBe(1)
  stop()
  await vi.advanceTimersByTimeAsync(20_000)
  store.$resource.subscribe(() => {})()
  expect(requests).toBe(2)
  cleanStores(store.$resource)
  vi.useRealTimers()
})

/** A resource whose loads show a part first, each answered by hand. */
function inParts() {
  const loads: { part: (data: string) => void; rest: PromiseWithResolvers<string> }[] = []
  const store = createResource<string>((part) => {
    const rest = Promise.withResolvers<string>()
    loads.push({ part, rest })
    return rest.promise
  })
  const unlisten = store.$resource.listen(() => undefined)
  const stop = () => {
    unlisten()
    cleanStores(store.$resource)
  }
  return { ...store, loads, stop }
}

test('a part is shown while the rest is loading, and then the whole', async () => {
  const { $resource, loads, stop } = inParts()
  loads[0]?.part('a part')
  const part = { status: 'loaded', data: 'a part', isPart: true, isReloading: true }
  expect($resource.get()).toMatchObject(part)
  const before = Date.now()
  loads[0]?.rest.resolve('everything')
  await expect.poll(() => $resource.get()).toMatchObject({ data: 'everything' })
  const whole = $resource.get()
  expect(whole).toMatchObject({ status: 'loaded', isPart: false, isReloading: false })
  expect(whole.status === 'loaded' && whole.loadedAt.getTime()).toBeGreaterThanOrEqual(before)
  stop()
})

test('a part never takes the place of what is already loaded', async () => {
  const { $resource, loads, reload, stop } = inParts()
  loads[0]?.rest.resolve('everything')
  await expect.poll(() => $resource.get()).toMatchObject({ data: 'everything' })
  const reloaded = reload()
  expect($resource.get()).toMatchObject({ data: 'everything', isPart: false, isReloading: true })
  loads[1]?.part('a part')
  expect($resource.get()).toMatchObject({ data: 'everything' })
  loads[1]?.rest.resolve('everything new')
  await reloaded
  expect($resource.get()).toMatchObject({ data: 'everything new', isReloading: false })
  stop()
})

test('a part of a request that a newer one has overtaken is not shown', () => {
  const { $resource, loads, reload, stop } = inParts()
  void reload()
  loads[0]?.part('a part of the first')
  expect($resource.get()).toEqual({ status: 'loading' })
  loads[1]?.part('a part of the second')
  expect($resource.get()).toMatchObject({ data: 'a part of the second' })
  stop()
})

test('a part stays when the rest fails, and the whole when a refresh fails', async () => {
  const { $resource, loads, reload, stop } = inParts()
  loads[0]?.part('a part')
  loads[0]?.rest.reject(new Error('no network'))
  await expect.poll(() => $resource.get()).toMatchObject({ isReloading: false })
  expect($resource.get()).toMatchObject({ status: 'loaded', data: 'a part', isPart: true })
  const second = reload()
  loads[1]?.rest.resolve('everything')
  await second
  const third = reload()
  loads[2]?.rest.reject(new Error('no network'))
  await third
  expect($resource.get()).toMatchObject({
    ...{
      status: 'loaded',
      data: 'everything',
      failure: { message: 'no network' },
      isReloading: false,
    },
  })
  const fourth = reload()
  expect($resource.get()).toMatchObject({ data: 'everything', isReloading: true })
  loads[3]?.rest.resolve('everything again')
  await fourth
  expect($resource.get()).toMatchObject({ data: 'everything again' })
  expect($resource.get()).not.toHaveProperty('failure')
  stop()
})

test.each([401, 403])('data that a refresh answers with %i is removed', async (status) => {
  const { $resource, loads, reload, stop } = inParts()
  loads[0]?.rest.resolve('everything')
  await expect.poll(() => $resource.get()).toMatchObject({ status: 'loaded' })
  const second = reload()
  loads[1]?.rest.reject(new HttpError(status, {}))
  await second
  expect($resource.get()).toMatchObject({ status: 'failed', error: { status } })
  void reload()
  expect($resource.get()).toEqual({ status: 'loading' })
  stop()
})

test('data that is not on the screen is not loaded for the next user', () => {
  keepToken('rania')
  const { asked, stop } = held()
  stop()
  forgetSession()
  expect(asked).toHaveLength(1)
})

test('the end of a session without another user loads nothing', async () => {
  const { asked, shown, stop } = held()
  asked[0]?.resolve('of Rania')
  await expect.poll(shown).toBe('of Rania')
  forgetSession()
  expect(shown()).toBe('loading')
  expect(asked).toHaveLength(1)
  stop()
})

test('data that is already loaded is not waited for', async () => {
  vi.useFakeTimers()
  const { asked, $resource, stop } = held()
  asked[0]?.resolve('answer')
  await vi.advanceTimersByTimeAsync(0)
  let isReady = false
  const ready = loadedIfAnswered({ $resource, reload: async () => {} }).then(() => {
    isReady = true
  })
  await Promise.resolve()
  await Promise.resolve()
  expect(isReady).toBe(true)
  await ready
  stop()
  vi.useRealTimers()
})
