import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Boundary } from '../../src/ui/Boundary.tsx'
import {
  type LazyComponent,
  lazy,
  preloadSoon,
  useLazyComponent,
  useLazyExtra,
} from '../../src/ui/lazy-component.ts'

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
  await screen.findByText('not loaded')
  consoleError.mockRestore()
})

test('a component is preloaded soon without rendering, unless that is cancelled', {
  tags: ['A212'],
}, async () => {
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
