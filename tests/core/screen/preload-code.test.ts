import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preloadCode } from '../../../src/ui/preload-code.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.head.replaceChildren()
  letSheetsCome(false)
})

/** The document of these tests loads no file: a sheet comes, or fails, when its link is added. */
function letSheetsCome(isComing: boolean): void {
  const { settings } = Reflect.get(window, 'happyDOM')
  settings.handleDisabledFileLoadingAsSuccess = isComing
}

const code = async () => 'code'
const linked = () =>
  [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))

/** A task is over after so many links. */
function slowDown(linksInTask: number): void {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 5 / linksInTask
    return now
  })
}

test('the links of a part are added in short tasks, and its code is asked for at once', async () => {
  slowDown(2)
  const urls = ['a1.js', 'a2.js', 'a3.js', 'a4.js', 'a5.js']
  await expect(preloadCode(code, urls)).resolves.toBe('code')
  expect(linked().length).toBeGreaterThan(0)
  expect(linked().length).toBeLessThan(urls.length)
  await vi.runAllTimersAsync()
  expect(linked()).toEqual(urls.map((url) => `/${url}`))
  expect(document.querySelectorAll('[rel=modulepreload]')).toHaveLength(urls.length)
})

test('the code waits for its style sheets, each of which is asked for once', async () => {
  letSheetsCome(true)
  slowDown(1)
  const urls = ['b1.js', 'b2.js', 'b3.js', 'b.css']
  const load = vi.fn(code)
  const first = preloadCode(load, urls)
  const second = preloadCode(load, urls)
  // All that needs no other task.
  for (let step = 0; step < 20; step += 1) await Promise.resolve()
  expect(linked()).not.toContain('/b.css')
  expect(load).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()
  await Promise.all([first, second])
  expect(load).toHaveBeenCalledTimes(2)
  expect(linked()).toEqual(urls.map((url) => `/${url}`))
  await preloadCode(load, urls)
  expect(linked()).toHaveLength(urls.length)
})

test('a style sheet that fails fails its part, and the next attempt leaves it to who asks again', async () => {
  const load = vi.fn(code)
  const failed = expect(preloadCode(load, ['c.css'])).rejects.toThrow('Failed to load /c.css')
  await vi.runAllTimersAsync()
  await failed
  expect(load).not.toHaveBeenCalled()
  await expect(preloadCode(load, ['c.css'])).resolves.toBe('code')
})

test('what the page names already is not asked for again', async () => {
  document.head.innerHTML =
    '<link rel="stylesheet" href="/d.css" disabled><link rel="modulepreload" href="/d.js">'
  await preloadCode(code, ['d.css', 'd.js'])
  await vi.runAllTimersAsync()
  expect(linked()).toEqual(['/d.css', '/d.js'])
})
