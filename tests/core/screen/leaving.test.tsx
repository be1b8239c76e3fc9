import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LazyPart } from '../../../src/islands/core/parts/LazyPart.tsx'
import { whileStaying } from '../../../src/lib/core/api/while-staying.ts'
import { $notices } from '../../../src/lib/core/ui-state/notices.ts'
import { lazy } from '../../../src/ui/lazy-component.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

/** What has been told of something that fails, after some time. */
function follow(load: () => Promise<unknown>) {
  const told: unknown[] = []
  whileStaying(load).then(
    (value) => told.push(value),
    (error: unknown) => told.push(error),
  )
  return told
}

test.each(['beforeunload', 'pagehide'])(
  'a failure after %s is told only if the document stays',
  async (event) => {
    const { promise, reject } = Promise.withResolvers<void>()
    const told = follow(() => promise)
    dispatchEvent(new Event(event))
    reject('stopped')
    await vi.advanceTimersByTimeAsync(9000)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    expect(told).toEqual(['stopped'])
  },
)

test('other failures, and those after a leaving that is over, are told at once', async () => {
  dispatchEvent(new Event('beforeunload'))
  const told = follow(() => Promise.reject('broken'))
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['broken'])
})

test('Escape closes a dialog whose code is still loading, and is left to it afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<() => string>()
  const part = lazy<{ readonly onClose: () => void }>(() => promise)
  const onClose = vi.fn()
  const { container } = render(<LazyPart part={part} props={{ onClose }} />)
  fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
  resolve(() => 'the dialog')
  await vi.waitFor(() => expect(container.textContent).toBe('the dialog'))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
})

test('a part whose code does not load says so in its place; a dialog closes, and a notice says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const missing = () => Promise.reject(new Error('no code'))
  const part = render(<LazyPart part={lazy<object>(missing)} props={{}} />)
  await vi.waitFor(() => expect(part.container.textContent).toContain('then reload the page'))
  expect($notices.get()).toEqual([])
  const onClose = vi.fn()
  const dialog = lazy<{ readonly onClose: () => void }>(missing)
  const { container } = render(<LazyPart part={dialog} props={{ onClose }} />)
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(container.textContent).toBe('')
  expect($notices.get()).toMatchObject([{ text: 'A part of this page did not arrive' }])
})
