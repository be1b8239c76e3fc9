import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { speak } from '../../../build/locales/catalogue.ts'
import { csvLine, withoutTextMark } from '../../../contract/core/csv.ts'
import { baseLocale } from '../../../contract/core/locale.ts'
import { showTeamReportEndpoint } from '../../../contract/team/show-team-report.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { columnOf } from '../../../src/lib/files/columns.ts'
import { parseUsers, type UserRow } from '../../../src/lib/files/parse-users.ts'
import { decodeText } from '../../../src/lib/files/read-table.ts'
import { downloadFlagResults, flagImport } from '../../../src/lib/flags/flag-import.ts'
import { exportFlags } from '../../../src/lib/flags/flag-tools.ts'
import { saveReport } from '../../../src/lib/team/team-report.ts'
import { $userImportWords } from '../../../src/lib/users/words/user-import.words.yaml'
import { catchFiles, saidNotices } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

/** The rows of a file that can be read. */
function rowsOf(text: string): readonly UserRow[] {
  const parsed = parseUsers(text)
  if ('code' in parsed) throw new Error(parsed.code)
  return parsed.rows
}

const lina = { line: 2, email: 'lina@cedar.example', full_name: 'لينا حداد' }

/** Arabic as Excel saves it in CSV: Windows-1256. */
const inWindows1256 = new Uint8Array([
  ...new TextEncoder().encode('email;name\r\nlina@cedar.example;'),
  ...[0xe1, 0xed, 0xe4, 0xc7, 0x20, 0xcd, 0xcf, 0xc7, 0xcf],
  ...new TextEncoder().encode('\r\n'),
])

test.each([
  ['commas', 'email,name\nlina@cedar.example,لينا حداد\n'],
  ['semicolons', 'email;name\r\nlina@cedar.example;لينا حداد\r\n'],
  ['tabs', 'email\tname\rlina@cedar.example\tلينا حداد'],
  ['a byte order mark', '\uFEFFemail,name\nlina@cedar.example,لينا حداد'],
  ['columns in another order', 'Name,"E-mail Address"\n"لينا حداد",lina@cedar.example'],
  ['Arabic headings', 'الاسم,البريد الإلكتروني\nلينا حداد,lina@cedar.example'],
  [
    'a first and a last name',
    'First Name [Required],Last Name,Email\nلينا,حداد,lina@cedar.example',
  ],
  ['empty lines around it', '\nemail,name\n'],
])('a file with %s is read', (title, text) => {
  if (title === 'empty lines around it') {
    expect(parseUsers(text)).toEqual({ code: 'empty' })
    expect(rowsOf(`${text}\n\nlina@cedar.example,Lina\n,\n`)).toMatchObject([{ line: 5 }])
  } else {
    expect(rowsOf(decodeText(new TextEncoder().encode(text)))).toEqual([lina])
  }
})

test('columns, roles and lists may have the words of an Arabic page', () => {
  speak('ar')
  const stop = $userImportWords.listen(() => undefined)
  const { organizationField, ...words } = $userImportWords.get()
  expect(columnOf(organizationField)).toBe('organization')
  for (const column of ['username', 'email', 'full_name', 'role', 'department'] as const) {
    expect(columnOf(words[column])).toBe(column)
  }
  for (const column of ['phone', 'is_active', 'aliases'] as const) {
    expect(columnOf(words[column])).toBe(column)
  }
  stop()
  $locale.set(baseLocale)
  const text =
    'الاسم,البريد الإلكتروني,الدور,العناوين البديلة\nلينا حداد,lina@cedar.example,قائد فريق,a@x.example، b@x.example'
  expect(rowsOf(text)).toEqual([
    { ...lina, role: 'team_lead', aliases: ['a@x.example', 'b@x.example'] },
  ])
})

test('a file of Excel in Arabic is read, whatever its encoding', () => {
  expect(rowsOf(decodeText(inWindows1256))).toEqual([lina])
  const text = 'sep=;\r\nemail;name\r\nlina@cedar.example;لينا حداد\r\n'
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')
  expect(rowsOf(decodeText(utf16))).toEqual([{ ...lina, line: 3 }])
})

test('all columns are read, a cell without a value leaves what there is, and others are named', () => {
  const parsed = parseUsers(
    [
      'Username,Mail,Full name,Role,Organization,Department,Phone,Status,Aliases,Shoe size',
      `omar,omar@cedar.example,"Omar ""the"" Nasser",Team Lead,Cedar,IT,'+962 6 1,Inactive,smtp:a@x.example; b@x.example,40`,
      'lina,lina@cedar.example,"Lina',
      'Haddad",,,,,,,',
      'sami,sami@cedar.example,Sami,,,,,maybe,,',
    ].join('\r\n'),
  )
  expect(parsed).toEqual({
    unread: ['Shoe size'],
    rows: [
      {
        ...{ line: 2, username: 'omar', email: 'omar@cedar.example' },
        ...{ full_name: 'Omar "the" Nasser', role: 'team_lead', organization: 'Cedar' },
        ...{ department: 'IT', phone: '+962 6 1', is_active: false },
        aliases: ['a@x.example', 'b@x.example'],
      },
      { line: 3, username: 'lina', email: 'lina@cedar.example', full_name: 'Lina\r\nHaddad' },
      {
        ...{ line: 5, username: 'sami', email: 'sami@cedar.example', full_name: 'Sami' },
        is_active: 'maybe',
      },
    ],
  })
})

test.each([
  ['', { code: 'empty' }],
  ['email,name', { code: 'empty' }],
  ['name,phone\nLina,1', { code: 'noEmail' }],
  ['email,phone\na@b.example,1', { code: 'noName' }],
  ['email,name,Mail\na@b.example,Lina,c@d.example', { code: 'columnTwice', column: 'Mail' }],
  ['email,name\na@b.example,"Lina\nb@c.example,Omar', { code: 'brokenQuotes', line: 2 }],
])('a file that cannot be read says why: %j', (text, problem) => {
  expect(parseUsers(text)).toEqual(problem)
})

const folder = new URL('../../support/exports/', import.meta.url)
const ali = { line: 2, email: 'ali@olivebranch.example', full_name: 'Ali Haddad' }

test.each([
  // `mail` counts before `userPrincipalName`, and a telephone number before that of a mobile phone.
  ['entra.csv', [{ ...ali, phone: '+962 6 1', department: 'IT', is_active: true }]],
  [
    'microsoft-365.csv',
    [
      {
        ...{ ...ali, phone: '+962 79 1', department: 'IT', is_active: true },
        aliases: ['ali@olivebranch.example', 'a@olivebranch.example'],
      },
    ],
  ],
  ['google.csv', [{ ...ali, phone: '+962 79 1', department: 'IT', is_active: true }]],
])('users are read from the export %s as it is', (name, rows) => {
  expect(rowsOf(readFileSync(new URL(name, folder), 'utf8'))).toEqual(rows)
})

const alias = 'a@x.example'

test.each([
  ['SMTP:ali@x.example;smtp:a@x.example', ['ali@x.example', alias]],
  ['smtp:a@x.example+SIP:ali@x.example', [alias]],
  ['smtp:a+b@x.example+smtp:a@x.example', ['a+b@x.example', alias]],
  ['{smtp:a@x.example, X500:/o=Ex Org/ou=Adm (X)/cn=ali}', [alias]],
  ['X400:C=US;A= ;P=Ex;S=Haddad;;smtp:a@x.example; b@x.example', [alias, 'b@x.example']],
  ['a@x.example b@x.example;no address', [alias, 'b@x.example', 'no', 'address']],
])('of the other addresses %j only those of mail are read', (cell, aliases) => {
  expect(rowsOf(`email,name,proxyAddresses\nali@x.example,Ali,"${cell}"`)).toMatchObject([
    { aliases },
  ])
})

test.each([
  ['lina@x.example,Lina Haddad', ['email', 'full_name']],
  ['Lina;lina@x.example\nOmar;omar@x.example', ['full_name', 'email']],
  [
    '1\tLina Haddad\tIT\tlina@x.example\t+962 6 123',
    [undefined, 'full_name', undefined, 'email', 'phone'],
  ],
])('columns without names are guessed where they are obvious: %j', (text, guessed) => {
  const parsed = parseUsers(text)
  expect(parsed).toMatchObject({
    guessed,
    rows: [{ line: 1, email: 'lina@x.example' }, ...('rows' in parsed ? parsed.rows.slice(1) : [])],
  })
})

test.each([
  ['Lina,Haddad,lina@x.example'],
  ['Lina Haddad,lina@x.example,lina@home.example'],
  ['Lina Haddad'],
  ['lina@x.example'],
])('columns that may mean one thing or another are not guessed: %j', (text) => {
  expect(parseUsers(text)).toEqual({ code: 'noEmail' })
})

test('a column of passwords that are masked or missing is no reason to refuse a file', () => {
  const head =
    'email,name,Password [Required],Password Hash Function,Change Password at Next Sign-In'
  const cells = 'a@b.example,Lina,****,,True'
  expect(rowsOf(`${head}\n${cells}`)).toEqual([
    { line: 2, email: 'a@b.example', full_name: 'Lina' },
  ])
})

test.each([
  'password',
  'Password [Required]',
  'PASSWD',
  'initial_password',
  'pwd',
  'Mot de passe',
  'كلمة المرور',
  'كلمة السر',
])('a file with the column %s is refused', (heading) => {
  const text = `email,name,${heading}\na@b.example,Lina,secret`
  expect(parseUsers(text)).toEqual({ code: 'passwordColumn', column: heading })
})

test('a line of 10 MB and more lines than can be imported do not keep the page waiting', () => {
  const long = rowsOf(`email,name\na@b.example,${'x'.repeat(10_000_000)}\nb@c.example,Omar`)
  expect(long.map(({ line }) => line)).toEqual([2, 3])
  const many = `email,name\n${'a@b.example,Lina\n'.repeat(20_001)}`
  expect(parseUsers(many)).toEqual({ code: 'tooManyRows' })
})

test.each(['=1+1', '+962 6', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'the cell %j is no formula in a spreadsheet, and is read back as it was',
  (text) => {
    expect(csvLine([text, 'b'])).toMatch(/^"?'/)
    expect(withoutTextMark(`'${text}`)).toBe(text)
  },
)

test('cells with separators, quotes and line breaks keep them', () => {
  expect(csvLine(['a,b', 'c;d', 'e"f', 'g\nh', "'i"])).toBe(`"a,b","c;d","e""f","g\nh",'i\r\n`)
  expect(withoutTextMark("'i")).toBe("'i")
})

test.each([
  ['full width', ['＝1+1', '＋1', '－1', '＠SUM(1)']],
  ['small forms', ['﹦1+1', '﹢1', '﹣1', '﹫SUM(1)']],
  ['a mathematical minus', ['\u22121+1']],
  ['spaces before', [' =1+1', '\u00a0=1+1', '\u3000＝1+1', '\u200b=1+1', '\ufeff@A1']],
  ['line ends and tabs before', ['\n=1+1', '\r\n+1', '\t \t-1', '\v@A1', '\u2028=1', '\n']],
  ['characters without a shape before', ['\u0000=1+1', '\u202e=1+1', '\u061c-1']],
])('no cell in %s begins a formula, and it is read as it was', (_, texts) => {
  for (const text of texts) {
    const line = csvLine([text, 'b'])
    expect([text, line]).toEqual([text, expect.stringMatching(/^"?'/)])
    expect(withoutTextMark(`'${text}`)).toBe(text)
  }
})

test('a cell that holds such a sign later stays as it is', () => {
  const cells = ['a=b', 'rania@firm.example', '٣-٤', 'a ＝ b', ' Rania']
  expect(csvLine(cells)).toBe(`${cells.join(',')}\r\n`)
})

test.each([
  ['نشط', true],
  ['نعم', true],
  ['غير نشط', false],
  ['لا', false],
  ['Active', true],
  ['INACTIVE', false],
  ['ربما', 'ربما'],
])('the status %s is read as %s', (word, is_active) => {
  expect(rowsOf(`email,name,status\nlina@cedar.example,Lina,${word}\n`)).toMatchObject([
    { is_active },
  ])
})

const server = withStubbedServer()
let saved: ReturnType<typeof catchFiles>

describe('saved files', () => {
  beforeEach(() => {
    saved = catchFiles()
  })

  afterEach(() => {
    forgetSession()
    forgetUser()
  })

  test('flags are saved as a file, and that is said', async () => {
    const created_at = '2026-01-02T03:04:05.000Z'
    exportFlags([{ id: 1, flag_type: 'red', value: 'spam.example', reason: null, created_at }])
    expect(await saved()).toEqual({ 'aman-flags.csv': expect.stringContaining('red,spam.example') })
    expect(saidNotices()).toEqual(['success: The flags were saved as a file.'])
  })

  test('the results of an import say what was written only after it was', async () => {
    server.answer({ 'GET /api/flags/list': { flags: [] } })
    server.answer({ 'POST /api/flags/set': { rows: [{ line: 2, outcome: 'new' }] } })
    await flagImport.readText('value\nspam.example\nother.example')
    downloadFlagResults()
    const { 'aman-flag-results.csv': before } = await saved()
    await flagImport.run()
    downloadFlagResults()
    const { 'aman-flag-results.csv': after } = await saved()
    expect(before).toContain('2,red,spam.example,New')
    expect(after).toContain('2,red,spam.example,Created')
    expect(after).toContain('3,red,other.example,Not yet imported')
    expect(before).toContain('3,red,other.example,New')
  })

  test('a report of the team is saved under its period, and that is said', async () => {
    const made = { from: '2026-02-01', to: '2026-02-28', organization: 'Clinic' }
    const report = { ...v.parse(showTeamReportEndpoint.output, made), department: '' }
    const query = { period: '', from: '', to: '', department: '' }
    saveReport(report, { ...query, level: 'malicious' })
    const { 'aman-team-report-2026-02-01-2026-02-28.csv': text } = await saved()
    expect(text).toContain('Email security report,Clinic')
    expect(text).not.toContain('Suspicious')
    expect(saidNotices()).toEqual(['success: The report was saved.'])
  })
})
