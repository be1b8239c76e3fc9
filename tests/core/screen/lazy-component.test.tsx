import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Boundary } from '../../../src/ui/Boundary.tsx'
import {
  type LazyComponent,
  lazy,
  preloadSoon,
  useInOrder,
  useLazyComponent,
  useLazyExtra,
  usePainted,
} from '../../../src/ui/lazy-component.ts'
import { preloadCode } from '../../../src/ui/preload-code.ts'

afterEach(cleanup)

function Show({ part }: { readonly part: LazyComponent }) {
  const Content = useLazyComponent(part)
  return Content === undefined ? <p>waiting</p> : <Content />
}

const Arrived = () => <p>arrived</p>

test('a component whose code has loaded renders at once', async () => {
  const part = lazy(async () => Arrived)
  await part.load()
  render(<Show part={part} />)
  expect(document.body.textContent).toBe('arrived')
})

test('a component renders when its code has loaded, which is requested once', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Arrived>()
  const load = vi.fn(() => promise)
  const part = lazy(load)
  render(<Show part={part} />)
  expect(document.body.textContent).toBe('waiting')
  resolve(Arrived)
  await screen.findByText('arrived')
  expect(load).toHaveBeenCalledTimes(1)
})

test('a component whose code fails to load throws to its error boundary', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const part = lazy(() => Promise.reject(new Error('no network')))
  render(
    <Boundary fallback={<p>not loaded</p>}>
      <Show part={part} />
    </Boundary>,
  )
  expect(await screen.findByText('not loaded')).toBeTruthy()
  consoleError.mockRestore()
})

function Count({ parts }: { readonly parts: Parameters<typeof useInOrder>[0] }) {
  return <p>{useInOrder(parts)} of 3</p>
}

test('parts below each other load side by side and come in their order, after one that fails too', async () => {
  const attempts = ['details', 'password', 'data'].map(() => Promise.withResolvers<void>())
  const load = vi.fn((index: number) => attempts[index]?.promise ?? Promise.resolve())
  const parts = attempts.map((_, index) => ({ load: () => load(index) }))
  render(<Count parts={parts} />)
  expect(load).toHaveBeenCalledTimes(3)
  await act(async () => attempts[1]?.resolve())
  expect(document.body.textContent).toBe('0 of 3')
  await act(async () => attempts[0]?.reject(new Error('no network')))
  expect(document.body.textContent).toBe('2 of 3')
  await act(async () => attempts[2]?.resolve())
  expect(document.body.textContent).toBe('3 of 3')
})

test('who opens a part while its preloading fails has one more attempt', async () => {
  const load = vi.fn(async () => Arrived)
  load.mockRejectedValueOnce(new Error('no styles'))
  const part = lazy(load)
  const preloaded = part.load()
  const opened = part.load()
  await expect(preloaded).rejects.toThrow('no styles')
  await opened
  expect(part.content()).toBe(Arrived)
  expect(load).toHaveBeenCalledTimes(2)
})

test('a component is preloaded soon without rendering, unless that is cancelled', async () => {
  vi.useFakeTimers()
  const load = vi.fn(() => Promise.reject(new Error('no network')))
  preloadSoon(lazy(load))()
  vi.advanceTimersByTime(10_000)
  expect(load).not.toHaveBeenCalled()
  preloadSoon(lazy(load))
  await vi.advanceTimersByTimeAsync(1000)
  expect(load).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})

function Content({ extra }: { readonly extra: LazyComponent }) {
  const Extra = useLazyExtra(extra)
  return <div>content {Extra && <Extra />}</div>
}

/** Runs what waits for the next frame, or for a task without one. */
async function pass(run: () => void): Promise<void> {
  await act(async () => run())
}

test('an addition is requested when the content has been painted, not before', async () => {
  vi.useFakeTimers()
  const load = vi.fn(async () => Arrived)
  render(<Content extra={lazy(load)} />)
  await pass(() => vi.advanceTimersByTime(1))
  expect(load).not.toHaveBeenCalled()
  await pass(() => vi.advanceTimersToNextFrame())
  await pass(() => vi.advanceTimersByTime(1))
  expect(load).toHaveBeenCalledTimes(1)
  expect(document.body.textContent).toBe('content arrived')
  vi.useRealTimers()
})

test('an addition is requested in a page in the background, which paints nothing', async () => {
  vi.useFakeTimers()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const load = vi.fn(async () => Arrived)
  render(<Content extra={lazy(load)} />)
  await pass(() => vi.advanceTimersByTime(1))
  expect(load).toHaveBeenCalledTimes(1)
  hidden.mockRestore()
  vi.useRealTimers()
})

test('an addition to content that has gone before its paint is not requested', async () => {
  vi.useFakeTimers()
  const load = vi.fn(async () => Arrived)
  render(<Content extra={lazy(load)} />)
  cleanup()
  await pass(() => vi.advanceTimersByTime(1000))
  expect(load).not.toHaveBeenCalled()
  vi.useRealTimers()
})

test('an addition that cannot be loaded leaves its content as it is', async () => {
  vi.useFakeTimers()
  render(<Content extra={lazy(() => Promise.reject(new Error('no network')))} />)
  await pass(() => vi.advanceTimersByTime(1000))
  expect(document.body.textContent).toBe('content ')
  vi.useRealTimers()
})

test('the code that arrives for an earlier part does not stand for a failed later one', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const first = Promise.withResolvers<typeof Arrived>()
  const second = Promise.withResolvers<typeof Arrived>()
  const show = (part: LazyComponent) => (
    <Boundary fallback="not loaded">
      <Show part={part} />
    </Boundary>
  )
  const { rerender } = render(show(lazy(() => first.promise)))
  rerender(show(lazy(() => second.promise)))
  await act(async () => first.reject(new Error('no network')))
  expect(document.body.textContent).toBe('waiting')
  await act(async () => second.resolve(Arrived))
  expect(document.body.textContent).toBe('arrived')
  consoleError.mockRestore()
})

function Painted() {
  return usePainted() ? 'painted' : 'first'
}

test('content knows when it has been painted, in a frame and the task after it', async () => {
  vi.useFakeTimers()
  render(<Painted />)
  await pass(() => vi.advanceTimersByTime(1))
  expect(document.body.textContent).toBe('first')
  await pass(() => vi.advanceTimersToNextFrame())
  expect(document.body.textContent).toBe('first')
  await pass(() => vi.advanceTimersByTime(1))
  expect(document.body.textContent).toBe('painted')
  vi.useRealTimers()
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

describe('preload code', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    document.head.replaceChildren()
    letSheetsCome(false)
  })

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

  test('a style sheet that fails fails its part, and the next attempt asks for it again', async () => {
    const load = vi.fn(code)
    for (const isComing of [false, false, true]) {
      letSheetsCome(isComing)
      const outcome = preloadCode(load, ['c.css']).catch(String)
      await vi.runAllTimersAsync()
      expect(await outcome).toBe(isComing ? 'code' : 'Error: Failed to load /c.css')
      expect(linked()).toEqual(isComing ? ['/c.css'] : [])
    }
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('what the page names already is not asked for again', async () => {
    document.head.innerHTML =
      '<link rel="stylesheet" href="/d.css" disabled><link rel="modulepreload" href="/d.js">'
    await preloadCode(code, ['d.css', 'd.js'])
    await vi.runAllTimersAsync()
    expect(linked()).toEqual(['/d.css', '/d.js'])
  })
})
