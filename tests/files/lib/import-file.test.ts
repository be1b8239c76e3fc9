import { beforeEach, expect, test } from 'vitest'
import { forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { mostFileBytes } from '../../../src/lib/files/import.ts'
import { $importWords } from '../../../src/lib/files/words/import.words.yaml'
import {
  beginImport,
  holdAnswer,
  names,
  send,
  sent,
  state,
} from '../../support/server/name-import.ts'

const words = $importWords.get()
const fileOf = (text: string) => new File([text], 'names.csv')

beforeEach(beginImport)

test('a file is read and its lines are judged', async () => {
  const reading = names.readFiles([fileOf('a\nb')])
  expect(state()).toMatchObject({ status: 'reading' })
  await reading
  expect(state().status).toBe('checked')
  expect(sent()).toEqual(['a,b'])
})

const unreadable = Object.assign(fileOf('a'), {
  arrayBuffer: () => Promise.reject(new Error('gone')),
})
const sized = (size: number) => Object.defineProperty(fileOf('a'), 'size', { value: size })

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
    ...{ status: 'choosing', lines: [], unread: [], problem: '' },
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
