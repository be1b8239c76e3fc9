import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Updated } from '../../../src/islands/core/parts/Loaded.tsx'
import { $late, countLate } from '../../../src/lib/core/api/late.ts'
import { Notices } from '../../../src/ui/Notices.tsx'
import { Spinner } from '../../../src/ui/Spinner.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const late = 'Taking longer than usual...'
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function show() {
  const updated = { loadedAt: new Date(), isPart: false, isReloading: true, onRefresh() {} }
  return render(
    <>
      <Spinner label="Loading your flags..." />
      <Updated {...updated} />
      <Notices />
    </>,
  )
}

test('a list that the server is late with says so, and not that it was updated now', async () => {
  show()
  const { promise, resolve } = Promise.withResolvers<void>()
  void countLate({ method: 'GET' }, promise)
  await pass(4999)
  expect(screen.queryAllByText(late)).toEqual([])
  expect(screen.getByText(/^Updated/)).toBeDefined()
  await pass(1)
  expect(screen.getAllByText(late).map(({ parentElement }) => parentElement?.className)).toEqual([
    'spinner',
    expect.stringContaining('updated'),
  ])
  expect(screen.getByText('Loading your flags...')).toBeDefined()
  expect(screen.queryByText(/^Updated/)).toBeNull()
  resolve()
  await pass(0)
  expect(screen.queryAllByText(late)).toEqual([])
  expect(screen.getByText(/^Updated/)).toBeDefined()
})

test('a change that the server is late with is a notice until the server answers', async () => {
  show()
  const { promise, reject } = Promise.withResolvers<void>()
  const failed = expect(countLate({ method: 'POST' }, promise)).rejects.toThrow('no answer')
  await pass(60_000)
  const notices = () => [...document.querySelectorAll('.notice > p')].map((it) => it.textContent)
  expect(notices()).toEqual([late])
  reject(new Error('no answer'))
  await failed
  await pass(0)
  expect(notices()).toEqual([])
})

test('what the page asked for before is late from then on, and what is known to be long never', async () => {
  const never = new Promise<void>(() => {})
  void countLate({ method: 'POST', timeoutMs: 60_000 }, never)
  void countLate({ method: 'GET' }, never, Date.now() - 4000)
  await pass(999)
  expect($late.reads.get()).toBe(0)
  await pass(1)
  expect($late.reads.get()).toBe(1)
  await pass(60_000)
  expect($late.changes.get()).toBe(0)
})
