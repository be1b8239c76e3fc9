import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  $notices,
  alertProblem,
  alertSuccess,
  dismissNotice,
  successMs,
} from '../../src/lib/notices.ts'

const texts = () => $notices.get().map((notice) => notice.text)

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  for (const { id } of $notices.get()) dismissNotice(id)
  vi.useRealTimers()
})

test('A problem stays until it is dismissed', () => {
  const id = alertProblem('No connection')
  vi.advanceTimersByTime(3_600_000)
  expect(texts()).toEqual(['No connection'])
  dismissNotice(id)
  expect(texts()).toEqual([])
})

test('A success stays for at least six seconds and then leaves', () => {
  expect(successMs).toBeGreaterThanOrEqual(6000)
  alertSuccess('Saved')
  vi.advanceTimersByTime(successMs - 1)
  expect(texts()).toEqual(['Saved'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('Saying the same again announces it anew and does not pile up', () => {
  const first = alertProblem('Missing')
  const second = alertProblem('Missing')
  expect(second).not.toBe(first)
  expect(texts()).toEqual(['Missing'])
})

test('A repeated success gets its whole time again', () => {
  alertSuccess('Saved')
  vi.advanceTimersByTime(successMs - 1)
  alertSuccess('Saved')
  vi.advanceTimersByTime(successMs - 1)
  expect(texts()).toEqual(['Saved'])
})
