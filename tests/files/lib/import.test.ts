import { beforeEach, describe, expect, test } from 'vitest'
import { ConnectionError, HttpError } from '../../../src/lib/core/api/errors.ts'
import { draftOf, dropDraft, keepField } from '../../../src/lib/core/ui-state/drafts.ts'
import { $causesWords } from '../../../src/lib/core/words/causes.words.yaml'
import { hasUnsaved, waitingLines } from '../../../src/lib/files/import.ts'
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
