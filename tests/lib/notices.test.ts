import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../../src/lib/session/forget.ts'
import {
  $notices,
  dismissNotice,
  enterDialog,
  noticesAbout,
  readingMs,
} from '../../src/lib/ui-state/notices.ts'

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

test('A problem stays until it is dismissed', () => {
  form.problem('No connection')
  vi.advanceTimersByTime(3_600_000)
  expect(texts()).toEqual(['No connection'])
  for (const { id } of $notices.get()) dismissNotice(id)
  expect(texts()).toEqual([])
})

test.each(['success', 'remark'] as const)(
  'A166 a %s stays for at least six seconds and then leaves',
  (kind) => {
    expect(readingMs).toBeGreaterThanOrEqual(6000)
    form[kind]('Said')
    vi.advanceTimersByTime(readingMs - 1)
    expect(texts()).toEqual(['Said'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  },
)

test('A162 saying the same again announces it anew and does not pile up', () => {
  form.problem('Missing')
  const [first] = $notices.get()
  form.problem('Missing')
  expect(texts()).toEqual(['Missing'])
  expect($notices.get()[0]?.id).not.toBe(first?.id)
})

test('A162 a repeated success gets its whole time again', () => {
  form.success('Saved')
  vi.advanceTimersByTime(readingMs - 1)
  form.success('Saved')
  vi.advanceTimersByTime(readingMs - 1)
  expect(texts()).toEqual(['Saved'])
})

test('A162 a new attempt drops what was said of the last one, and nothing of other forms', () => {
  other.problem('Of another form')
  form.problem('Missing')
  form.drop()
  expect(texts()).toEqual(['Of another form'])
})

test('A162 a success drops the problem that it resolves, and no other', () => {
  other.problem('Of another form')
  form.problem('Failed to save')
  form.success('Saved')
  expect(texts()).toEqual(['Of another form', 'Saved'])
})

test('A163 a dialog hides what came before it, and closing it brings that back', () => {
  form.problem('Of the page')
  const close = enterDialog()
  expect(texts()).toEqual([])
  close()
  expect(texts()).toEqual(['Of the page'])
})

test('A163 a dialog takes its problems along and leaves its successes to the page', () => {
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

test('A163 a question over a dialog leaves the notices of the dialog alone', () => {
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

test('A163 a dialog that closes together with the one over it leaves the page its notices', () => {
  const closeForm = enterDialog()
  const closeQuestion = enterDialog()
  closeForm()
  closeQuestion()
  form.problem('Of the page')
  expect(texts()).toEqual(['Of the page'])
})
