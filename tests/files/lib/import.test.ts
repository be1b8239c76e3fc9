import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { speak } from '../../../build/locales/catalogue.ts'
import { baseLocale } from '../../../contract/core/locale.ts'
import { ConnectionError, HttpError } from '../../../src/lib/core/api/errors.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { draftOf, dropDraft, keepField } from '../../../src/lib/core/ui-state/drafts.ts'
import { $causesWords } from '../../../src/lib/core/words/causes.words.yaml'
import {
  hasUnsaved,
  type ImportLine,
  mostFileBytes,
  waitingLines,
} from '../../../src/lib/files/import.ts'
import { batchesOf, isTooLong } from '../../../src/lib/files/import-batches.ts'
import {
  invitedWords,
  outcomeWords,
  reasonOfRow,
  writeResults,
} from '../../../src/lib/files/import-results.ts'
import { $importWords } from '../../../src/lib/files/words/import.words.yaml'
import {
  beginImport,
  holdAnswer,
  judge,
  judgeAll,
  known,
  names,
  onWritten,
  send,
  sent,
  state,
} from '../../support/server/name-import.ts'

const words = $importWords.get()

describe('the steps of an import', () => {
  const outcomes = () => state().lines.map(({ outcome }) => outcome)
  const reasons = () => state().lines.map(({ reason }) => reason)

  beforeEach(beginImport)

  describe('before anything is written', () => {
    test('each line is judged, in batches, and nothing is written', async () => {
      known.set('b', 'unchanged').set('c', 'changed')
      await names.readText('x\nb\nc\nd!')
      expect(send.mock.calls.map(([, isDry]) => isDry)).toEqual([true, true])
      expect(sent()).toEqual(['x,b', 'c,d!'])
      expect(outcomes()).toEqual(['new', 'unchanged', 'changed', 'invalid'])
      expect(reasons()).toEqual(['', 'is unchanged', 'is changed', 'is invalid'])
      expect(state()).toMatchObject({
        ...{ status: 'checked', unread: ['colour'], problem: '' },
        progress: { done: 4, total: 4 },
      })
      expect(state().lines.every(({ wasSent, isWritten }) => !wasSent && !isWritten)).toBe(true)
      expect(onWritten).not.toHaveBeenCalled()
    })

    test('a line that shares a key with an earlier one is a conflict, also across batches', async () => {
      await names.readText('a\nb+c\nd\nc+e\ne\nf+b')
      expect(outcomes().slice(0, 3)).toEqual(['new', 'new', 'new'])
      expect(outcomes().slice(3)).toEqual(['conflict', 'conflict', 'conflict'])
      expect(reasons().slice(3)).toEqual(['like line 2', 'like line 4', 'like line 2'])
    })

    test('a line that repeats a key twice names the first line that had it', async () => {
      await names.readText('a\na\na')
      expect(reasons()).toEqual(['', 'like line 1', 'like line 1'])
    })

    test('a line that is too long is invalid and stays here', async () => {
      await names.readText(`a\n${'long'.repeat(5000)}\nb`)
      expect(sent()).toEqual(['a,b'])
      expect(outcomes()).toEqual(['new', 'invalid', 'new'])
      expect(reasons()).toEqual(['', words.rowTooLong, ''])
      expect(state().progress).toEqual({ done: 2, total: 2 })
    })

    test('a line without an answer stays as it is', async () => {
      send.mockImplementationOnce(async (rows) => rows.slice(1).map(judge))
      known.set('b', 'unchanged')
      await names.readText('a\nb')
      expect(outcomes()).toEqual(['new', 'unchanged'])
      expect(reasons()).toEqual(['', 'is unchanged'])
    })

    test('progress is shown after every batch', async () => {
      const give = holdAnswer()
      const reading = names.readText('a\nb\nc')
      expect(state()).toMatchObject({ status: 'checking', progress: { done: 0, total: 3 } })
      const giveLast = holdAnswer()
      give()
      await expect.poll(() => state().progress).toEqual({ done: 2, total: 3 })
      expect(state().status).toBe('checking')
      giveLast()
      await reading
      expect(state()).toMatchObject({ status: 'checked', progress: { done: 3, total: 3 } })
    })

    test('a check that is stopped leads back to the choice, and one that is over stays', async () => {
      const give = holdAnswer()
      const reading = names.readText('a\nb\nc')
      names.stop()
      give()
      await reading
      expect(state().status).toBe('choosing')
      await names.readText('a')
      names.stop()
      expect(state().status).toBe('checked')
    })

    test('an interrupted check says why, and begins again', async () => {
      send.mockRejectedValueOnce(new HttpError(503, { detail: 'Too busy' }))
      await names.readText('a\na')
      expect(state()).toMatchObject({ status: 'broken', problem: 'Too busy' })
      const give = holdAnswer()
      const again = names.run()
      expect(state()).toMatchObject({ status: 'checking', problem: '' })
      give()
      await again
      expect(state().status).toBe('checked')
      expect(outcomes()).toEqual(['new', 'conflict'])
      expect(send.mock.calls.every(([, isDry]) => isDry)).toBe(true)
      expect(onWritten).not.toHaveBeenCalled()
    })
  })

  describe('an import', () => {
    async function check(text: string) {
      await names.readText(text)
      send.mockClear()
    }

    test('writes what is new or changed, and nothing else', async () => {
      known.set('b', 'changed').set('c', 'unchanged')
      await check('a\nb\nc\nd!\na')
      await names.run()
      expect(sent()).toEqual(['a,b'])
      expect(send.mock.calls.map(([, isDry]) => isDry)).toEqual([false])
      expect(state()).toMatchObject({ status: 'done', progress: { done: 2, total: 2 } })
      expect(state().lines.map(({ isWritten }) => isWritten)).toEqual([
        ...[true, true],
        ...[false, false, false],
      ])
      expect(onWritten).toHaveBeenCalledTimes(1)
    })

    test('tells what became of a line, which others may have changed since its check', async () => {
      await check('a\nb')
      known.set('a', 'unchanged').set('b', 'conflict')
      const give = holdAnswer()
      const running = names.run()
      // A line on its way is not certain.
      expect(waitingLines(state().lines)).toEqual([0, 1])
      expect(state().lines.map(({ wasSent }) => wasSent)).toEqual([true, true])
      give()
      await running
      expect(outcomes()).toEqual(['unchanged', 'conflict'])
      expect(reasons()).toEqual(['is unchanged', 'is conflict'])
      expect(waitingLines(state().lines)).toEqual([])
    })

    test('completes its batch when it is stopped, and goes on from there', async () => {
      await check('a\nb\nc\nd\ne')
      const give = holdAnswer()
      const running = names.run()
      expect(state()).toMatchObject({ status: 'running', progress: { done: 0, total: 5 } })
      names.stop()
      expect(state().status).toBe('stopped')
      give()
      await running
      expect(state()).toMatchObject({ status: 'stopped', progress: { done: 2, total: 5 } })
      expect(waitingLines(state().lines)).toEqual([2, 3, 4])
      expect(onWritten).toHaveBeenCalledTimes(1)
      const giveNext = holdAnswer()
      const rest = names.run()
      expect(state()).toMatchObject({ status: 'running', progress: { done: 2, total: 5 } })
      giveNext()
      await rest
      expect(sent()).toEqual(['a,b', 'c,d', 'e'])
      expect(state()).toMatchObject({ status: 'done', progress: { done: 5, total: 5 } })
    })

    test('that goes on before its batch is answered sends no row twice, however often that is pressed', async () => {
      await check('a\nb\nc\nd\ne')
      const give = holdAnswer()
      const running = [names.run()]
      names.stop()
      running.push(names.run(), names.run())
      await Promise.resolve()
      expect(sent()).toEqual(['a,b'])
      give()
      await Promise.all(running)
      expect(sent()).toEqual(['a,b', 'c,d', 'e'])
      expect(state()).toMatchObject({ status: 'done', progress: { done: 5, total: 5 } })
      expect(outcomes()).toEqual(['new', 'new', 'new', 'new', 'new'])
    })

    test('that is stopped during its last batch is complete', async () => {
      await check('a\nb')
      const give = holdAnswer()
      const running = names.run()
      names.stop()
      give()
      await running
      expect(state()).toMatchObject({ status: 'done', progress: { done: 2, total: 2 } })
    })

    test('sends again what had no answer, and then knows what became of it', async () => {
      known.set('b', 'changed')
      await check('a\nb\nc')
      send.mockRejectedValueOnce(new ConnectionError('no answer'))
      await names.run()
      expect(state()).toMatchObject({
        ...{ status: 'broken', problem: $causesWords.get().offline },
        progress: { done: 0, total: 3 },
      })
      expect(onWritten).toHaveBeenCalledTimes(1)
      // The server had written the first two, and another user the third.
      for (const name of ['a', 'b', 'c']) known.set(name, 'unchanged')
      await names.run()
      expect(sent()).toEqual(['a,b', 'a,b', 'c'])
      expect(state()).toMatchObject({ status: 'done', problem: '' })
      expect(outcomes()).toEqual(['new', 'changed', 'unchanged'])
      expect(reasons()).toEqual(['', 'is changed', 'is unchanged'])
    })

    test('does not write what has become a conflict while its answer was lost', async () => {
      await check('a\nb')
      send.mockRejectedValueOnce(new TypeError('Failed to fetch'))
      await names.run()
      known.set('b', 'conflict')
      await names.run()
      expect(outcomes()).toEqual(['new', 'conflict'])
      expect(reasons()).toEqual(['', 'is conflict'])
    })

    test('that was interrupted after its first batch writes the rest', async () => {
      await check('a\nb\nc')
      send.mockImplementationOnce(judgeAll)
      send.mockRejectedValueOnce(new TypeError('Failed to fetch'))
      await names.run()
      expect(state()).toMatchObject({ status: 'broken', progress: { done: 2, total: 3 } })
      await names.run()
      expect(sent()).toEqual(['a,b', 'c', 'c'])
      expect(send.mock.calls.every(([, isDry]) => !isDry)).toBe(true)
      expect(state()).toMatchObject({ status: 'done', progress: { done: 3, total: 3 } })
    })

    test('that is given up writes no more than the batch on its way', async () => {
      await check('a\nb\nc')
      const give = holdAnswer()
      const running = names.run()
      names.startOver()
      give()
      await running
      expect(sent()).toEqual(['a,b'])
      expect(state()).toMatchObject({ status: 'choosing', lines: [] })
    })
  })

  describe('a line that is refused', () => {
    test('is corrected in its place, and lines that were like it are judged again', async () => {
      await names.readText('a\nb!\nc\nc')
      expect(outcomes()).toEqual(['new', 'invalid', 'new', 'conflict'])
      await names.correct({ line: 2, name: 'b' })
      expect(outcomes()).toEqual(['new', 'new', 'new', 'conflict'])
      await names.correct({ line: 3, name: 'd' })
      expect(outcomes()).toEqual(['new', 'new', 'new', 'new'])
      await names.correct({ line: 4, name: 'a' })
      expect(reasons()).toEqual(['', '', '', 'like line 1'])
      expect(onWritten).not.toHaveBeenCalled()
    })

    test('is corrected after the others were written, and written alone', async () => {
      await names.readText('a\nb!')
      await names.run()
      send.mockClear()
      await names.correct({ line: 2, name: 'a' })
      expect(reasons()).toEqual(['', 'like line 1'])
      await names.correct({ line: 2, name: 'b' })
      await names.run()
      expect(sent()).toEqual(['a', 'b', 'b'])
      expect(state()).toMatchObject({ status: 'done', progress: { done: 2, total: 2 } })
    })
  })

  describe('closing it asks', () => {
    const draft = 'names'
    const asks = () => hasUnsaved(state(), draft)

    test('while there are pasted lines, whatever is shown', async () => {
      expect(asks()).toBe(false)
      keepField(draft, 'lines', 'a\nb')
      expect(asks()).toBe(true)
      await names.readText('a\nb')
      names.startOver()
      expect(draftOf(draft)?.fields.lines).toBe('a\nb')
      expect(asks()).toBe(true)
      dropDraft(draft)
      expect(asks()).toBe(false)
    })

    test('after a correction and while it is not over, but not after a look at a file', async () => {
      await names.readText('a\nb!\nc')
      expect(asks()).toBe(false)
      await names.correct({ line: 2, name: 'b' })
      expect(asks()).toBe(true)
      const give = holdAnswer()
      const running = names.run()
      expect(asks()).toBe(true)
      names.stop()
      give()
      await running
      expect([state().status, asks()]).toEqual(['stopped', true])
      await names.run()
      expect([state().status, asks()]).toEqual(['done', false])
    })
  })
})

describe('the file of an import', () => {
  afterEach(() => $locale.set(baseLocale))

  /** @param length of the row as it is sent */
  const rowOf = (length: number) => ({ a: 'x'.repeat(length - '{"a":""}'.length) })

  test.each([
    ['no rows', 3, [], []],
    ['at most so many rows', 3, [10, 10, 10, 10, 10, 10, 10], [3, 3, 1]],
    ['as many rows as fit exactly', 3, [10, 10, 10], [3]],
    ['at most so much text', 9, [80_000, 80_000, 80_000, 80_000, 80_000], [2, 2, 1]],
    ['text that fits exactly', 9, [100_000, 100_000, 10], [2, 1]],
    ['text that is one over', 9, [100_000, 100_001, 10], [1, 2]],
    ['a row that is too long for any batch', 9, [200_001, 10, 10], [1, 2]],
  ])('rows are sent in batches: %s', (_, mostRows, lengths, batches) => {
    const rows = lengths.map(rowOf)
    const made = [...batchesOf(rows, mostRows)]
    expect(made.map(({ length }) => length)).toEqual(batches)
    expect(made.flat()).toEqual(rows)
  })

  test('a row of more than 20,000 characters is too long', () => {
    expect(isTooLong(rowOf(20_000))).toBe(false)
    expect(isTooLong(rowOf(20_001))).toBe(true)
  })

  const labelOf = (field: string) => field.toUpperCase()
  const taken = { detail: 'Another user already has it', code: 'taken', params: {} }
  const missing = { code: 'missing', params: {} }

  test.each([
    ['a row with nothing to say', {}, ''],
    ['a row without differences', { changed: [] }, ''],
    ['a row that differs', { changed: ['name', 'role'] }, 'Different: NAME, ROLE'],
    [
      ...(['fields that are wrong'] as const),
      {
        problem: {
          ...{ detail: 'Invalid input', code: 'invalid_input', params: {} },
          fields: [
            { field: 'name', ...missing },
            { field: 'role', code: 'unheard_of', params: {} },
          ],
        },
      },
      'NAME: Please fill this in. ROLE: Please check this.',
    ],
    [
      ...(['an input that is wrong as a whole'] as const),
      { problem: { detail: 'Invalid input', code: 'invalid_input', params: {}, fields: [] } },
      'Invalid input',
    ],
    [
      ...(['an input whose fields are not said'] as const),
      { problem: { detail: 'Invalid input', code: 'invalid_input', params: {} } },
      'Invalid input',
    ],
    ['another problem', { problem: taken }, taken.detail],
    [
      ...(['another problem with a field'] as const),
      { changed: ['name'], problem: { ...taken, fields: [{ field: 'email', ...missing }] } },
      taken.detail,
    ],
  ])('the reason of %s', (_, row, words) => {
    expect(reasonOfRow(row, labelOf)).toBe(words)
  })

  test('a problem is said in the language of the page', () => {
    speak('ar')
    const stop = $importWords.listen(() => undefined)
    const reason = reasonOfRow({ problem: { ...taken, code: 'last_admin' } }, labelOf)
    expect(reason).toMatch(/\p{Script=Arabic}/u)
    expect(reason).not.toContain(taken.detail)
    stop()
  })

  test.each([
    ['new', false, false, 'New'],
    ['changed', false, false, 'Changed'],
    ['unchanged', false, false, 'Unchanged'],
    ['conflict', false, false, 'Conflict'],
    ['new', true, false, 'Created'],
    ['changed', true, false, 'Changed'],
    ['new', false, true, 'Not yet imported'],
    ['changed', false, true, 'Not yet imported'],
    ['new', true, true, 'Created'],
    ['changed', true, true, 'Changed'],
    ['unchanged', true, true, 'Unchanged'],
    ['conflict', false, true, 'Conflict'],
    ['invalid', false, true, 'Invalid'],
  ] as const)(
    'a line that is %s (written: %s, over: %s) reads %s',
    (outcome, isWritten, isOver, words) => {
      expect(outcomeWords({ outcome, isWritten }, isOver)).toBe(words)
    },
  )

  test.each([
    [58, 2, '58 invitations sent, 2 wait.'],
    [1, 1, '1 invitation sent, 1 waits.'],
    [3, 0, '3 invitations sent.'],
    [0, 2, '0 invitations sent, 2 wait.'],
    [0, 0, ''],
  ])(
    'after an import with %i invitations and %i users who wait it says so',
    (sent, awaited, said) => {
      const line = { row: 1, outcome: 'new', reason: '', keys: [], fields: [] } as const
      const lines = [
        ...Array.from({ length: sent }, () => ({ ...line, id: 1, invitation: 'sent' as const })),
        ...Array.from({ length: awaited }, () => ({
          ...line,
          id: 2,
          invitation: 'waits' as const,
        })),
        // A user who has come, and a line that is not written.
        { ...line, id: 3 },
        { ...line, invitation: 'waits' as const },
      ].map((each) => ({ ...each, wasSent: true, isWritten: true }))
      expect(invitedWords(lines)).toBe(said)
    },
  )

  test('the results have a heading, and a line for each line of the file', () => {
    const line = { reason: '', keys: [], fields: [], wasSent: true, isWritten: true }
    const lines: ImportLine<{ readonly line: number; readonly name: string }>[] = [
      { ...line, row: { line: 2, name: 'Rania' }, outcome: 'new' },
      { ...line, row: { line: 5, name: '=1' }, outcome: 'conflict', reason: 'Taken, by Omar' },
    ]
    expect(writeResults(lines, true, ['Name'], ({ name }) => [name])).toBe(
      '\uFEFFLine,Name,Result,Reason\r\n2,Rania,Created,\r\n5,\'=1,Conflict,"Taken, by Omar"\r\n',
    )
  })

  const fileOf = (text: string) => new File([text], 'names.csv')

  const unreadable = Object.assign(fileOf('a'), {
    arrayBuffer: () => Promise.reject(new Error('gone')),
  })
  const sized = (size: number) => Object.defineProperty(fileOf('a'), 'size', { value: size })

  describe('import file', () => {
    beforeEach(beginImport)

    test('a file is read and its lines are judged', async () => {
      const reading = names.readFiles([fileOf('a\nb')])
      expect(state()).toMatchObject({ status: 'reading' })
      await reading
      expect(state().status).toBe('checked')
      expect(sent()).toEqual(['a,b'])
    })

    test.each([
      ['of another kind', [fileOf('broken')], 'This is no file of names'],
      ['that cannot be read', [unreadable], words.unreadable],
      ['beside another one', [fileOf('a'), fileOf('b')], words.oneFile],
      ['over the limit', [sized(mostFileBytes + 1)], words.tooLarge],
    ])('a file %s replaces the lines before it with the reason', async (_, files, problem) => {
      await names.readText('a\nb')
      send.mockClear()
      await names.readFiles(files)
      expect(state()).toMatchObject({ status: 'choosing', lines: [], problem })
      expect(send).not.toHaveBeenCalled()
    })

    test('a file after one with a problem leaves no word of it', async () => {
      await names.readFiles([fileOf('broken')])
      const reading = names.readFiles([fileOf('a')])
      expect(state().problem).toBe('')
      await reading
      expect(state()).toMatchObject({ status: 'checked', problem: '' })
      await names.readText('broken')
      const give = holdAnswer()
      const again = names.readText('a')
      expect(state().problem).toBe('')
      give()
      await again
    })

    test('a file of just the limit is read', async () => {
      await names.readFiles([sized(mostFileBytes)])
      expect(state().status).toBe('checked')
    })

    test('a file that was not chosen changes nothing', async () => {
      await names.readText('a')
      const before = state()
      await names.readFiles([])
      expect(state()).toBe(before)
    })

    test.each([
      ['another file', () => names.readFiles([fileOf('b')])],
      ['pasted lines', () => names.readText('b')],
    ])('a file gives way to %s that came while it was read', async (_, read) => {
      const first = names.readFiles([fileOf('a')])
      await Promise.all([first, read()])
      expect(sent()).toEqual(['b'])
    })

    test.each([
      ['the user begins again', () => names.startOver()],
      ['another user signs in', forgetUser],
    ])('a file leaves nothing when %s', async (_, leave) => {
      await names.readText('x')
      leave()
      expect(state()).toEqual({
        ...{
          status: 'choosing',
          lines: [],
          unread: [],
          guessed: '',
          problem: '',
          isCorrected: false,
        },
        progress: { done: 0, total: 0 },
      })
    })

    test('a file that is given up during its check drops the answer', async () => {
      const give = holdAnswer()
      const reading = names.readText('a\nb\nc')
      names.startOver()
      give()
      await reading
      expect(state()).toMatchObject({ status: 'choosing', lines: [] })
      expect(sent()).toEqual(['a,b'])
    })
  })
})
