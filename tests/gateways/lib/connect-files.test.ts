import { afterEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import {
  $provider,
  chooseProvider,
  connectionFiles,
  copyNamed,
  fillIn,
  neededKeys,
  noteOf,
} from '../../../src/lib/gateways/connect-files.ts'
import { openKeys } from '../../../src/lib/gateways/connect-keys.ts'
import { $connectWords } from '../../../src/lib/gateways/words/connect.words.yaml'
import { $connectNotesWords } from '../../../src/lib/gateways/words/connect-notes.words.yaml'
import { openData, saidNotices, untilStore } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const words = $connectWords.get()
const notes = $connectNotesWords.get()
const placeholders = {
  report: 'THE-REPORT-KEY',
  flags: 'THE-FLAGS-KEY',
  analyse: 'THE-ANALYSE-KEY',
}
const list = 'GET /api/admin/organizations/o1/connection/mailcow'
const keys = 'GET /api/admin/organizations/o1/gateway-keys'

afterEach(forgetSession)

test('the files are those for the chosen provider of the open organization', async () => {
  server.answer({ [list]: { placeholders, files: [] }, [keys]: { keys: [] } })
  const asked = () => server.made().filter(([call]) => call === list).length
  chooseProvider('mailcow')
  await openData(connectionFiles.$resource)
  expect(connectionFiles.$resource.get()).toMatchObject({ status: 'loaded', data: undefined })
  expect(server.made()).toEqual([])
  openKeys({ organizationId: 'o1' })
  chooseProvider('mailcow')
  await untilStore(
    connectionFiles.$resource,
    (files) => files.status === 'loaded' && files.data !== undefined,
  )
  expect(asked()).toBe(1)
  expect(connectionFiles.$resource.get()).toMatchObject({
    data: { placeholders, files: [], provider: 'mailcow', organizationId: 'o1' },
  })
  chooseProvider(undefined)
  expect($provider.get()).toBeUndefined()
  expect(asked()).toBe(1)
  await connectionFiles.reload()
  expect(connectionFiles.$resource.get()).toMatchObject({ status: 'loaded', data: undefined })
})

test('the chosen provider is forgotten with the session', () => {
  chooseProvider('own-client')
  expect($provider.get()).toBe('own-client')
  forgetSession()
  expect($provider.get()).toBeUndefined()
})

test.each([
  ['aman.lua', undefined, notes['aman.lua']],
  ['aman.lua', 'postfix-rspamd', notes['aman.lua']],
  ['aman.lua', 'mailcow', `${notes['aman.lua']} ${notes.mailcow}`],
  [
    'metadata_exporter.conf',
    'mailcow',
    `${notes['metadata_exporter.conf']} ${notes.mailcow} ${notes.mailcowRules}`,
  ],
  ['mailcow', 'mailcow', 'Of the server'],
] as const)('the note of %s for %s says what to do with it', (name, provider, note) => {
  expect(noteOf({ name, note: 'Of the server' }, provider)).toBe(note)
})

test.each([
  [
    ['a THE-FLAGS-KEY', 'b THE-REPORT-KEY THE-FLAGS-KEY'],
    ['report', 'flags'],
  ],
  [['THE-ANALYSE-KEY'], ['analyse']],
  [['none'], []],
])('files with %j need keys for %j', (texts, scopes) => {
  const files = texts.map((text) => ({ name: '', path: '', note: '', text }))
  expect(neededKeys(files, placeholders)).toEqual(scopes)
  expect(neededKeys(files, { report: '', flags: '', analyse: '' })).toEqual([])
})

const text = 'a THE-REPORT-KEY b THE-FLAGS-KEY c THE-REPORT-KEY'

test.each([
  [
    'both keys',
    { report: 'r$&1', flags: 'f' },
    { text: 'a r$&1 b f c r$&1', holdsKey: true, left: [] },
  ],
  [
    'one key',
    { flags: 'f' },
    {
      text: 'a THE-REPORT-KEY b f c THE-REPORT-KEY',
      holdsKey: true,
      left: ['THE-REPORT-KEY'],
    },
  ],
  ['no key', {}, { text, holdsKey: false, left: ['THE-REPORT-KEY', 'THE-FLAGS-KEY'] }],
])('a file is filled in with %s', (_, issued, filled) => {
  expect(fillIn(text, placeholders, issued)).toEqual(filled)
})

test('a text without placeholders stays, also where a server names none', () => {
  const untouched = { text: 'plain', holdsKey: false, left: [] }
  expect(fillIn('plain', placeholders, { report: 'r', flags: 'f' })).toEqual(untouched)
  const unnamed = { report: '', flags: '', analyse: '' }
  expect(fillIn('plain', unnamed, { report: 'r', flags: 'f' })).toEqual(untouched)
})

test('a copied text is in the clipboard, and its name is said', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  expect(await copyNamed('aman.lua', 'content')).toBe(true)
  expect(writeText.mock.calls).toEqual([['content']])
  expect(saidNotices()).toEqual([`success: ${words.copied({ name: 'aman.lua' })}`])
})

test('a browser that does not allow copying is said', async () => {
  vi.stubGlobal('navigator', {})
  expect(await copyNamed('aman.lua', 'content')).toBe(false)
  expect(saidNotices()).toEqual([`remark: ${words.notCopied}`])
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.withResolvers().promise } })
  void copyNamed('aman.lua', 'content')
  expect(saidNotices()).toEqual([])
})
