import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { exportUsersEndpoint } from '../../../contract/users/export-users.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { changeEach, makeChange } from '../../../src/lib/core/ui-state/change.ts'
import { $longWork, runLong } from '../../../src/lib/core/ui-state/long-work.ts'
import {
  $notices,
  dismissNotice,
  enterDialog,
  noticesAbout,
  readingMs,
} from '../../../src/lib/core/ui-state/notices.ts'
import { exportCsv } from '../../../src/lib/files/export-csv.ts'
import { catchFiles, saidNotices, untilStore } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const texts = () => $notices.get().map((notice) => notice.text)
const form = noticesAbout('form')
const other = noticesAbout('other')

describe('notices', () => {
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
})

const server = withStubbedServer()
const shown = () => $longWork.get().map(({ text, done, total }) => [text, done, total])
const words = { exporting: 'Exporting', exported: 'Saved', exportFailed: 'Failed: ' }
const exported = 'POST /api/admin/users/export'

/** An answer that arrives in parts. */
function arriving() {
  let give: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      give = controller
    },
  })
  server.answer({ [exported]: () => new Response(body) })
  return {
    part: (text: string) => give?.enqueue(new TextEncoder().encode(text)),
    end: () => give?.close(),
  }
}

describe('long work', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    forgetSession()
    vi.useRealTimers()
  })

  test('an action is shown once it has lasted for a second, with how far it is, until it is over', async () => {
    const over = Promise.withResolvers<number>()
    const running = runLong('Sending', ({ report }) => {
      report(2, 8)
      return over.promise
    })
    vi.advanceTimersByTime(999)
    expect(shown()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(shown()).toEqual([['Sending', 2, 8]])
    over.resolve(7)
    expect(await running).toBe(7)
    expect(shown()).toEqual([])
  })

  test('what fails, or is over within a second, is not shown afterwards', async () => {
    await expect(runLong('Failing', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await runLong('Quick', () => Promise.resolve())
    vi.advanceTimersByTime(5000)
    expect(shown()).toEqual([])
  })

  test('the end of the session stops what is running', async () => {
    const over = Promise.withResolvers<void>()
    let stopped: AbortSignal | undefined
    const running = runLong('Sending', ({ signal }) => {
      stopped = signal
      return over.promise
    })
    vi.advanceTimersByTime(1000)
    forgetSession()
    expect([stopped?.aborted, shown()]).toEqual([true, []])
    over.resolve()
    await running
  })

  test('a change that takes long says that it works', async () => {
    const saved = Promise.withResolvers<void>()
    const reload = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const words = { done: 'Saved' }
    const making = makeChange(noticesAbout('row'), words, () => saved.promise, reload)
    vi.advanceTimersByTime(1000)
    expect($longWork.get()).toMatchObject([{ text: 'Saving...', mayStop: false }])
    saved.resolve()
    expect(await making).toBe(true)
    expect([saidNotices(), shown()]).toEqual([['success: Saved'], []])
  })

  test('a call for each row goes on to the end, or to the row at which it is stopped', async () => {
    const each = { running: 'Sending', done: (count: number) => `${count} sent`, failed: () => '' }
    const notices = noticesAbout('rows')
    expect(await changeEach(notices, each, [1, 2, 3], async () => {})).toEqual([1, 2, 3])
    const sent = await changeEach(notices, each, [1, 2, 3], async (row) => {
      vi.advanceTimersByTime(1000)
      expect(shown()).toEqual([['Sending', row - 1, 3]])
      if (row === 2) $longWork.get()[0]?.stop()
      if (row === 2) expect($longWork.get()[0]?.isStopping).toBe(true)
    })
    expect(sent).toEqual([1, 2])
    expect(saidNotices()).toEqual(['success: 2 sent'])
  })

  test('the lines of a file are counted as they arrive, and the whole file is saved', async () => {
    const files = catchFiles()
    const { part, end } = arriving()
    const saving = exportCsv('list.csv', words, exportUsersEndpoint, {})
    vi.advanceTimersByTime(1000)
    part('\uFEFFname\nRania\nOm')
    await untilStore($longWork, ([work]) => work?.done === 2)
    expect(shown()).toEqual([['Exporting', 2, undefined]])
    part('ar\n')
    await untilStore($longWork, ([work]) => work?.done === 3)
    end()
    await saving
    expect(await files()).toEqual({ 'list.csv': '\uFEFFname\nRania\nOmar\n' })
    expect(saidNotices()).toEqual(['success: Saved'])
  })

  test('a file that is stopped is not saved, and that is no failure', async () => {
    const files = catchFiles()
    const { part } = arriving()
    const saving = exportCsv('list.csv', words, exportUsersEndpoint, {})
    vi.advanceTimersByTime(1000)
    part('name\nRania\n')
    await untilStore($longWork, ([work]) => work?.done === 2)
    $longWork.get()[0]?.stop()
    await saving
    expect([await files(), saidNotices(), shown()]).toEqual([{}, [], []])
  })
})
