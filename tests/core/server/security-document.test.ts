import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect } from 'vitest'
import { isForGateways } from '../../../contract/core/key-scope.ts'
import { can, type Permission, roles } from '../../../contract/core/permissions.ts'
import { bindCalls } from '../../../server/calls.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { test } from '../../support/server/server-test.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const security = read('docs/security.md')
const asvs = read('docs/asvs.md')

/** The text under a heading of a document, up to the next heading. */
function sectionUnder(heading: string, document = security): string {
  const [, section = ''] = document.split(`# ${heading}\n`)
  return section.split(/\n#+ /)[0] ?? ''
}

/** The rows of the table under a heading, cell by cell, without its two header lines. */
function rowsUnder(heading: string, document?: string): string[][] {
  const lines = sectionUnder(heading, document)
    .split('\n')
    .filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

const codeIn = (cell = '') => [...cell.matchAll(/`([\w:-]+)`/g)].flatMap(([, name]) => name ?? [])

test('the document lists exactly the tables and columns of a migrated database, with their class', async () => {
  const database = await openDatabase(':memory:')
  const tables = await database.introspection.getTables()
  await database.destroy()
  const stored = Object.fromEntries(
    tables
      // Kysely and FTS5 have tables of their own.
      .filter(({ name }) => !/^kysely_|_search_(?:config|data|docsize|idx)$/.test(name))
      .map(({ name, columns }) => [name, columns.map((column) => column.name).sort()]),
  )
  const rows = rowsUnder('What is stored where, and for how long')
  const documented = Object.fromEntries(
    rows.map(([table, , columns]) => [codeIn(table)[0], codeIn(columns).sort()]),
  )
  expect(documented).toEqual(stored)
  expect(rows.every(([, , , why, until]) => why !== '' && until !== '')).toBe(true)
  const classes = new Set(rows.flatMap(([, kind = '']) => kind.split(', ')))
  const explained = [
    ...sectionUnder('What is stored where, and for how long').matchAll(/^- \*\*(\w+)\*\*/gm),
  ]
  expect([...classes].sort()).toEqual(explained.map(([, kind]) => kind).sort())
})

test('the documented permissions are those of the server', async ({ server }) => {
  const asked = bindCalls(server.services).flatMap(({ endpoint: { access } }) =>
    access === 'public' || isForGateways(access) || access === 'signed-in' ? [] : access,
  )
  const permitted = (permission: Permission) =>
    roles.map((role) => (can(role, permission) ? 'x' : ''))
  const documented = rowsUnder('Who may do what').map(([permission, ...cells]) => [
    codeIn(permission)[0],
    ...cells.slice(0, roles.length),
  ])
  const expected = [...new Set(asked)].map((permission) => [permission, ...permitted(permission)])
  expect(documented.toSorted()).toEqual(expected.toSorted())
})

const { levels } = v.parse(
  v.object({ levels: v.record(v.string(), v.string()) }),
  JSON.parse(read('tests/support/asvs-5.0.0.json')),
)
const levelOf = new Map<string, string>(
  Object.entries(levels).flatMap(([section, digits]) =>
    [...digits].map((level, index) => [`${section}.${index + 1}`, level] as const),
  ),
)
const numbersIn = (words: string): string[] =>
  words.match(/(?<!\d)\d{1,2}\.\d{1,2}\.\d{1,2}(?!\d)/g) ?? []

/** Each line: the number, what Aman does, and the tests that prove it. */
const proofs = [
  ...sectionUnder('What holds', asvs).matchAll(/^- ([\d.]+) (.+): ([\w/, -]+)$/gm),
].map(([, number = '', what = '', tests = '']) => ({ number, what, tests: tests.split(', ') }))
const held = proofs.map(({ number }) => number)
const missing = numbersIn(sectionUnder('What does not hold'))
const left = numbersIn(sectionUnder('What is left to the operator'))
/** A chapter or a section stands for everything in it. */
const foreign = [
  ...sectionUnder('What does not apply', asvs).matchAll(/^- ([\d., ]+): ./gm),
].flatMap(([, numbers = '']) => {
  const named = numbers.split(', ')
  const found = [...levelOf.keys()].filter((number) =>
    named.some((name) => number === name || number.startsWith(`${name}.`)),
  )
  // A name that matches nothing is an error of its own.
  return named.every((name) => found.some((number) => number.startsWith(name)))
    ? found
    : `nothing is in one of ${numbers}`
})

test('the list of the standard is complete: 70, 183 and 92 requirements of its three levels', () => {
  const count = (level: string) => [...levelOf.values()].filter((it) => it === level).length
  expect(['1', '2', '3'].map(count)).toEqual([70, 183, 92])
})

test('every listed requirement is one of the ASVS, and each line of the list has its form', () => {
  const named = [...held, ...missing, ...left, ...foreign]
  expect(named.filter((number) => !levelOf.has(number))).toEqual([])
  const lines = sectionUnder('What holds', asvs).match(/^- /gm)
  expect(proofs).toHaveLength(lines?.length ?? 0)
})

test('every requirement of levels 1 and 2 holds, is missing, is left to the operator or does not apply', () => {
  const listed = new Set([...held, ...missing, ...left, ...foreign])
  const applying = [...levelOf].flatMap(([number, level]) => (level === '3' ? [] : number))
  expect(applying.filter((number) => !listed.has(number))).toEqual([])
  // A requirement may hold in part and be missing in part; no other combination is allowed.
  const others = [...new Set([...held, ...missing]), ...left, ...foreign]
  expect(others.filter((number, index) => others.indexOf(number) !== index)).toEqual([])
})

test('the sums are those of the lists', () => {
  const sums = ['1', '2'].map((level) => {
    const count = (numbers: readonly string[]) =>
      [...new Set(numbers)].filter((number) => levelOf.get(number) === level).length
    const whole = held.filter((number) => !missing.includes(number))
    const all = count([...levelOf.keys()])
    return [level, ...[all, count(whole), count(missing), count(left), count(foreign)].map(String)]
  })
  expect(rowsUnder('OWASP ASVS 5.0.0', asvs)).toEqual(sums)
})

test('each requirement that holds names tests that exist', () => {
  const missing = proofs.flatMap(({ number, tests }) =>
    tests.flatMap((name) =>
      ['test.ts', 'spec.ts'].some((end) => existsSync(join(root, `tests/${name}.${end}`)))
        ? []
        : `${number}: ${name}`,
    ),
  )
  expect(missing).toEqual([])
})

const sources = globSync('server/**/*.ts', { cwd: root })
  .sort()
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** Each file that matches the pattern, with the match. */
function found(pattern: RegExp): string[] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([words, part]) => `${file}: ${part ?? words}`),
  )
}

// A regular expression may be built from a constant whose name ends in Pattern.
test('the server starts no program but systemd-notify and does not run text as code', () => {
  expect(sources.length).toBeGreaterThan(100)
  expect(
    found(
      /child_process|node:vm|\beval\(|new Function\(|new RegExp\((?!\w+Pattern\))|import\([^'"]/g,
    ),
  ).toEqual([
    // systemd-notify alone, where systemd started the server.
    'server/main.ts: child_process',
  ])
  // Threads run a file of the server.
  expect(found(/new Worker\(([^;\n]*)\)/g)).toEqual(['server/core/threads.ts: file, { name }'])
  expect(found(/createThreads<[^;]*?new URL\('(.*?)', import\.meta\.url\)/g)).toEqual([
    'server/judge/learning/learn-in-thread.ts: ./learn-worker.ts',
    'server/judge/threads.ts: ./judge-worker.ts',
    'server/sign-in/passwords/password-rules.ts: ./password-strength-worker.ts',
  ])
  expect(found(/createThreads</g)).toHaveLength(3 + 1)
})

test('the server connects to its database, its mail server, rspamd and guarded addresses only', () => {
  expect(found(/\bfetch\(.*|XMLHttpRequest|WebSocket|EventSource/g)).toEqual([
    // The operator's doctor asks the addresses of its settings.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code as it is written
    'server/cli/doctor/check-partners.ts: fetch(`${rspamdUrl}/ping`, { signal: AbortSignal.timeout(5 * secondMs) })',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code as it is written
    'server/cli/doctor/check-server.ts: fetch(`${origin}/api/health`, {',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code as it is written
    'server/cli/doctor/check-server.ts: fetch(`${address}/api/ready`, { signal })',
    // The server itself, for the health check of a container.
    'server/cli/health.ts: fetch(url, { signal: AbortSignal.timeout(longestMs) })',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code as it is written
    'server/emails/checks/scanner.ts: fetch(`${url}/checkv2`, {',
  ])
  const able = /import (?!type )([^'"]+) from '(?:node:)?(?:https?|http2|net|tls|dgram|dns)'/g
  const values = found(able).map((line) => line.replaceAll(/,? type \w+/g, ''))
  expect(values).toEqual([
    'server/cli/doctor/check-address.ts: { isIP }',
    'server/cli/doctor/check-address.ts: { connect }',
    'server/core/networks.ts: { BlockList, isIP }',
    // The guard of addresses that users enter; outbound-fetch.test.ts tries it.
    'server/core/outbound-fetch.ts: { lookup as lookUp }',
    'server/core/outbound-fetch.ts: {, Agent as PlainAgent, request as requestInPlain }',
    'server/core/outbound-fetch.ts: { Agent, request }',
    'server/core/outbound-fetch.ts: { isIP }',
    'server/http/connections/host.ts: { isIP }',
    'server/http/connections/reject-request.ts: { IncomingMessage }',
    'server/http/forwarded.ts: { isIP }',
    'server/listen.ts: { createServer }',
    'server/metrics/create-metrics.ts: { createServer }',
  ])
  const clients =
    /(?:import (?!type )[^'"]+ from |\bimport\()'(nodemailer(?:\/lib\/smtp-\w+)?|pg|openid-client)'/g
  expect(found(clients)).toEqual([
    'server/cli/doctor/check-mail-server.ts: nodemailer/lib/smtp-connection',
    'server/cli/doctor/check-mail-server.ts: nodemailer/lib/smtp-transport',
    'server/database/drivers/postgres-dialect.ts: pg',
    'server/database/drivers/postgres-pool.ts: pg',
    'server/database/opening/open-postgres.ts: pg',
    'server/mail/create-transport.ts: nodemailer',
    'server/mail/outbox.ts: nodemailer',
    // With the guarded requests alone.
    ...[
      'servers/applications',
      'servers/provider-tokens',
      'sign-in-mailbox',
      'watch/open-by-credential',
    ].map((name) => `server/mailboxes/${name}.ts: openid-client`),
    ...['begin-single-sign-on', 'callback', 'provider'].map(
      (name) => `server/sign-in/single-sign-on/${name}.ts: openid-client`,
    ),
  ])
})

test('the server redirects to no other host than that of the site', () => {
  expect(found(/\bredirect\(|['"]Location['"]|\b30[12378]\b/g)).toEqual([
    'server/openapi/extra-paths.ts: 303',
    // To the origin of the attempt: PUBLIC_URL, or one of ALLOWED_ORIGINS.
    'server/sign-in/single-sign-on/callback.ts: 303',
  ])
})

test('random bits, hashes and signatures come from Node.js, with only these algorithms', () => {
  const algorithm = /\b(?:createHash|createHmac|derive)\(\s*'([^']+)'/g
  const algorithms = found(algorithm).map((line) => line.replace(/.*: /, ''))
  expect(new Set(algorithms)).toEqual(new Set(['argon2id', 'sha256']))
  // The published lists of breached passwords name them by this hash.
  expect(found(/\bsha1\b/g)).toEqual(['server/sign-in/passwords/breached-passwords.ts: sha1'])
  expect(found(/Math\.random|\bmd5\b|\bcreate(?:Sign|Verify)\b|generateKey/g)).toEqual([])
  const ciphers = found(/create(?:C|Dec)ipheriv\([^,]+/g)
  expect(ciphers).toEqual([
    "server/core/sealer.ts: createCipheriv('aes-256-gcm'",
    "server/core/sealer.ts: createDecipheriv('aes-256-gcm'",
  ])
})
