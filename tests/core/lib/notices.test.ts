import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import {
  $notices,
  dismissNotice,
  enterDialog,
  noticesAbout,
  readingMs,
} from '../../../src/lib/core/ui-state/notices.ts'

const texts = () => $notices.get().map((notice) => notice.text)
const form = noticesAbout('form')
const other = noticesAbout('other')

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  forgetSession()
  vi.useRealTimers()
})

test('a problem stays until it is dismissed', () => {
  form.problem('No connection')
  vi.advanceTimersByTime(3_600_000)
  expect(texts()).toEqual(['No connection'])
  for (const { id } of $notices.get()) dismissNotice(id)
  expect(texts()).toEqual([])
})

test.each(['success', 'remark'] as const)(
  'a %s stays for at least six seconds and then disappears',
  (kind) => {
    expect(readingMs).toBeGreaterThanOrEqual(6000)
    form[kind]('Said')
    vi.advanceTimersByTime(readingMs - 1)
    expect(texts()).toEqual(['Said'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  },
)

test('a repeated notice is announced again and does not pile up', () => {
  form.problem('Missing')
  const [first] = $notices.get()
  form.problem('Missing')
  expect(texts()).toEqual(['Missing'])
  expect($notices.get()[0]?.id).not.toBe(first?.id)
})

test('a success still goes after its time when another notice was dropped', () => {
  form.success('Saved')
  other.success('Sent')
  other.drop()
  vi.advanceTimersByTime(readingMs - 1)
  expect(texts()).toEqual(['Saved'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('a notice that is dropped leaves no timer behind', () => {
  form.success('Saved')
  form.drop()
  expect(vi.getTimerCount()).toBe(0)
})

test('a repeated success stays for its full time again', () => {
  form.success('Saved')
  vi.advanceTimersByTime(readingMs - 1)
  form.success('Saved')
  vi.advanceTimersByTime(readingMs - 1)
  expect(texts()).toEqual(['Saved'])
})

test('a new attempt drops the notices of the previous one, but not of other forms', () => {
  other.problem('Of another form')
  form.problem('Missing')
  form.drop()
  expect(texts()).toEqual(['Of another form'])
})

test('a success drops only the problem that it resolves', () => {
  other.problem('Of another form')
  form.problem('Failed to save')
  form.success('Saved')
  expect(texts()).toEqual(['Of another form', 'Saved'])
})

test('a dialog hides earlier notices, and closing it shows them again', () => {
  form.problem('Of the page')
  const close = enterDialog()
  expect(texts()).toEqual([])
  close()
  expect(texts()).toEqual(['Of the page'])
})

test('a dialog removes its problems when it closes and leaves its successes on the page', () => {
  const close = enterDialog()
  form.problem('Missing')
  other.success('Saved')
  expect(texts()).toEqual(['Missing', 'Saved'])
  close()
  expect(texts()).toEqual(['Saved'])
  const openAgain = enterDialog()
  expect(texts()).toEqual([])
  openAgain()
})

test('a question above a dialog does not change the notices of the dialog', () => {
  const closeForm = enterDialog()
  form.problem('Missing')
  const closeQuestion = enterDialog()
  other.problem('Of the question')
  expect(texts()).toEqual(['Of the question'])
  closeQuestion()
  expect(texts()).toEqual(['Missing'])
  closeForm()
  expect(texts()).toEqual([])
})

test('a dialog that closes together with the one above it leaves the page its notices', () => {
  const closeForm = enterDialog()
  const closeQuestion = enterDialog()
  closeForm()
  closeQuestion()
  form.problem('Of the page')
  expect(texts()).toEqual(['Of the page'])
})
