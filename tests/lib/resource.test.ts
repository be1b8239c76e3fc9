import { cleanStores } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import { createResource, loadedIfAnswered } from '../../src/lib/api/resource.ts'
import { forgetSession } from '../../src/lib/session/forget.ts'
import { $token, dropToken, keepToken } from '../../src/lib/session/token.ts'

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
  return { asked, reload, shown, stop }
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
