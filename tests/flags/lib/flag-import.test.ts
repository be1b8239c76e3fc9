import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { $usualType, chooseUsualType, flagImport } from '../../../src/lib/flags/flag-import.ts'
import { flags } from '../../../src/lib/flags/flags.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const set = 'POST /api/flags/set'
const list = 'GET /api/flags/list'

/** The server's answers for the lines that it judges, by line. */
let judged: Readonly<Record<number, object>> = {}
let stop = () => {}

beforeEach(() => {
  judged = {}
  server.answer({ [list]: { flags: [] } })
  server.answer({
    [set]: ({ input }) => ({
      rows: Object(input).flags.map(({ line, value }: { line: number; value: string }) => ({
        ...{ line, outcome: 'new', keys: [value], ...judged[line] },
      })),
    }),
  })
})

afterEach(() => {
  stop()
  cleanStores(flags.$resource)
  forgetUser()
})

const state = () => flagImport.$import.get()
const reasons = () => state().lines.map(({ outcome, reason }) => `${outcome}: ${reason}`)

test('lines that name no colour have the one that was chosen, by default red', async () => {
  await flagImport.readText('value\na.example')
  chooseUsualType('green')
  expect($usualType.get()).toBe('green')
  await flagImport.readText('value\na.example')
  expect(server.inputs(set)).toMatchObject([
    { flags: [{ flag_type: 'red' }] },
    { flags: [{ flag_type: 'green' }] },
  ])
  chooseUsualType('purple')
  expect($usualType.get()).toBe('red')
})

test('lines are judged without writing, then written, and the list is loaded again', async () => {
  stop = flags.$resource.listen(() => {})
  await flagImport.readText('value,type,reason\nA.example,block,=1+1\nnot a sender,purple,')
  const rows = [
    { line: 2, flag_type: 'red', value: 'A.example', reason: '=1+1' },
    { line: 3, flag_type: 'purple', value: 'not a sender' },
  ]
  expect(server.names()).toEqual([list, set])
  await flagImport.run()
  expect(server.inputs(set)).toEqual([
    { dry_run: true, flags: rows },
    { dry_run: false, flags: rows },
  ])
  expect(server.names()).toEqual([list, set, set, list])
  expect(state().status).toBe('done')
})

test('a conflict, an invalid line, a repeated line and a change say why', async () => {
  const problem = { detail: 'There is one already', code: 'flag_exists', params: {} }
  const fields = ['value', 'unheard_of'].map((field) => ({ field, code: 'missing', params: {} }))
  judged = {
    2: { outcome: 'conflict', problem },
    3: { outcome: 'invalid', problem: { ...problem, code: 'invalid_input', fields } },
    5: { outcome: 'changed', changed: ['flag_type', 'reason', 'expires_at'] },
  }
  await flagImport.readText('value\na.example\nb.example\na.example\nc.example\nd.example')
  expect(reasons()).toEqual([
    'conflict: There is one already',
    expect.stringMatching(/^invalid: Sender: .+ unheard_of: .+/),
    'conflict: Line 2 has the same address or domain',
    expect.stringMatching(/^changed: .*Type, Reason, Ends/),
    'new: ',
  ])
})

test.each([
  ['', /no lines/],
  [`value\n${'a.example\n'.repeat(1001)}`, /more than 1,000 lines/],
])('a file that is no table of flags is not sent, and says why (%#)', async (text, words) => {
  await flagImport.readText(text)
  expect(state()).toMatchObject({ status: 'choosing', lines: [] })
  expect(state().problem).toMatch(words)
  expect(server.names()).toEqual([])
})
