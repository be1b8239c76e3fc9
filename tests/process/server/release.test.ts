import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { machine, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { brotliDecompressSync } from 'node:zlib'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markers } from '../../../hosting/setting-markers.ts'
import { needsOperator } from '../../../server/core/start-error.ts'
import { pack } from '../../../tools/scripts/release/archive.ts'
import { assemble } from '../../../tools/scripts/release/assemble.ts'

const repository = resolve(import.meta.dirname, '../../..')

const programOfNode = join(repository, 'node_modules/node/bin/node')

let folder: string
let release: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aman-release-'))
  release = await assembleIn('one')
}, 120_000)
afterAll(() => rm(folder, { recursive: true }))

async function assembleIn(name: string, program = programOfNode): Promise<string> {
  const site = join(folder, name, 'site')
  await mkdir(site, { recursive: true })
  const canonical = `<link rel="canonical" href="${markers.SITE_URL}/">`
  await writeFile(join(site, 'index.html'), `<html>${canonical}</html>`)
  await writeFile(join(site, '_headers'), '/*\n  X-Frame-Options: DENY\n')
  const target = join(folder, name, 'aman')
  const licence = join(folder, name, 'LICENSE')
  await writeFile(licence, 'Node.js is licensed for use as follows')
  await assemble(repository, target, { site, machine: machine(), node: { program, licence } })
  return target
}

/** Without the variables of this machine, as on one that has neither npm nor Node.js. */
const environment = (more: Record<string, string> = {}) => ({
  PATH: '/usr/bin:/bin',
  DATABASE_URL: `file:${join(folder, 'data/aman.db')}`,
  PORT: '0',
  SHUTDOWN_DELAY_SECONDS: '0',
  ...more,
})

/** Runs a command to its end. @returns its exit code with all that it printed */
function aman(options: readonly string[], more: Record<string, string> = {}, from = release) {
  const { promise, resolve: ended } = Promise.withResolvers<{ code: unknown; printed: string }>()
  execFile(join(from, 'aman'), options, { env: environment(more) }, (cause, stdout, stderr) =>
    ended({ code: cause?.code ?? 0, printed: stdout + stderr }),
  )
  return promise
}

/** Starts a server, which says in a line where it listens. */
async function start(options: readonly string[], more: Record<string, string> = {}) {
  const child = spawn(join(release, 'aman'), ['start', ...options], { env: environment(more) })
  for await (const line of createInterface(child.stdout)) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (url === undefined) continue
    // Nothing else reads what it prints.
    child.stdout.resume()
    return { url, child }
  }
  throw new Error('The server ended')
}

const accessToken = v.pipe(
  v.object({ access_token: v.string() }),
  v.transform((answer) => answer.access_token),
)

test('a release serves, signs in, judges and runs its commands from its own folder', async () => {
  const { url, child } = await start(['--demo'], { SITE_URL: 'https://www.firm.example' })
  expect(await (await fetch(url)).text()).toContain('href="https://www.firm.example/"')
  const post = (path: string, body: string, headers: Record<string, string>) =>
    fetch(`${url}/api${path}`, { method: 'POST', headers, body })
  const json = { 'content-type': 'application/json' }
  const person = JSON.stringify({ username: 'employee', password: 'aman-demo-2026' })
  const signedIn = await post('/auth/login', person, json)
  const authorization = `Bearer ${v.parse(accessToken, await signedIn.json())}`
  // A thread judges how strong a password is.
  const weak = JSON.stringify({ current_password: 'aman-demo-2026', password: 'password12345' })
  const answer = await post('/account/password', weak, { ...json, authorization })
  expect(await answer.text()).toContain('too_easy_to_guess')
  // Another one judges mail.
  const { printed } = await aman([
    'gateway-key',
    'Cedar Health Systems (demo)',
    '--scope',
    'analyse',
  ])
  const key = /shown only once: (\S+)/.exec(printed)?.[1]
  const mail = 'From: a@firm.example\r\nTo: b@firm.example\r\nSubject: Lunch\r\n\r\nAt noon?\r\n'
  const judged = await post('/analyses', mail, {
    authorization: `Bearer ${key}`,
    'content-type': 'message/rfc822',
  })
  expect(await judged.json()).toMatchObject({ threat_level: 'safe' })
  const { port } = new URL(url)
  expect(await aman(['health'], { PORT: port })).toEqual({
    code: 0,
    printed: `http://127.0.0.1:${port}/api/ready is ready\n`,
  })
  const examined = await aman(['doctor'], { PORT: port })
  expect(examined.printed).toMatch(/^well +the database/im)
  expect(examined.printed).not.toContain('npm run')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await aman(['health'], { PORT: port })).toEqual({
    code: 1,
    printed: `http://127.0.0.1:${port}/api/ready does not answer: connect ECONNREFUSED 127.0.0.1:${port}\n`,
  })
})

test('the start of a release takes over what V8 compiled when it was built', async () => {
  const watch = join(folder, 'watch.cjs')
  const code = `const vm = require('node:vm')
    vm.Script = class extends vm.Script {
      constructor(code, options) {
        super(code, options)
        console.log('rejected: ' + this.cachedDataRejected)
      }
    }`
  await writeFile(watch, code)
  const { printed } = await aman(['version'], { NODE_OPTIONS: `--require=${watch}` })
  expect(printed).toMatch(/^rejected: false\n\d+\.\d+\.\d+\n$/)
})

test('a release has the licence of Node.js', async () => {
  const licences = await readFile(join(release, 'licences.txt'), 'utf8')
  expect(licences).toMatch(/^node \d[\d.]* \(MIT\)\n\nNode\.js is licensed for use as follows$/m)
})

test('two releases of the same files have the same bytes', async () => {
  const [one, two] = await Promise.all(
    ['first', 'second'].map(async (name) => {
      // The packing of Node.js takes longest, and is that of any other file.
      const place = await assembleIn(name, join(release, 'aman'))
      return pack(place, `${place}.tar.gz`, 1_700_000_000)
    }),
  )
  expect(one).toMatch(/^[0-9a-f]{64}$/)
  expect(two).toBe(one)
})

test.each([
  [['bakcup'], "aman has no command 'bakcup': is backup meant?"],
  [['backup'], 'Usage: aman backup <file>'],
  [['headers', 'apache'], /^Name one web server\nUsage: aman headers nginx\|caddy \[--site /],
  [['site', '--into', repository], `${repository} is not empty\nUsage: aman site --into <folder>`],
  [
    ['doctor', '--mail', 'x'],
    /^--mail: x is no address\nUsage: aman doctor \[--mail <address>\]\n/,
  ],
  [['--settings', '/nowhere', 'start'], /^Cannot read the settings in \/nowhere: /],
])('says in words what is wrong with: aman %j', async (options, words) => {
  const { code, printed } = await aman(options)
  expect(printed.trimEnd()).toMatch(words)
  expect(code).toBe(options.includes('start') ? needsOperator : 1)
})

test('names a misspelt setting with the one that was probably meant', async () => {
  for (const options of [['start'], ['site', '--into', join(folder, 'site')], ['backup', 'copy']]) {
    const given = { DATABSE_URL: 'file:a', PORT_OF_OTHERS: '1', PORT: 'none' }
    const { printed } = await aman(options, given)
    expect(printed).toMatch(
      /^DATABSE_URL is not a setting of Aman: is DATABASE_URL meant\?\nPORT is/,
    )
    expect(printed.trimEnd().split('\n')).toHaveLength(2)
  }
  const file = join(folder, 'settings.env')
  await writeFile(file, 'PORT=0\nPUBLIC_SALES_MAIL=a@b.example\n')
  expect(await aman(['--settings', file, 'backup'])).toEqual({
    code: 1,
    printed: `${file}, line 2: PUBLIC_SALES_MAIL is not a setting of Aman: is PUBLIC_SALES_EMAIL meant?\n`,
  })
  await writeFile(file, '# Where it listens\n\nPORT=0\nSMTP_URL smtp://mail.example\n')
  expect(await aman(['--settings', file, 'backup'])).toEqual({
    code: 1,
    printed: `${file}, line 4: NAME=value is expected\n`,
  })
})

test.each([
  ['complete', undefined, /is not unpacked completely: unpack it again\n$/],
  ['machine', 'riscv64\n', /^This release is for riscv64, and this machine is /],
])('does not start with a wrong %s', async (name, text, words) => {
  const broken = join(folder, 'broken')
  await rm(broken, { recursive: true, force: true })
  await mkdir(broken)
  for (const file of ['aman', 'complete', 'machine']) {
    await cp(join(release, file), join(broken, file))
  }
  if (text === undefined) await rm(join(broken, name))
  else await writeFile(join(broken, name), text)
  const { code, printed } = await aman(['start'], {}, broken)
  expect(printed).toMatch(words)
  expect(printed.trimEnd()).not.toContain('\n')
  expect(code).toBe(needsOperator)
})

test.each([
  [
    'a port in use',
    async () => ({ DATABASE_URL: `file:${join(folder, 'own.db')}` }),
    /^Cannot listen on 127\.0\.0\.1:\d+: another program uses this port: set PORT, or stop it$/,
  ],
  [
    'a folder that cannot be written',
    async () => ({ DATABASE_URL: 'file:/sys/aman.db' }),
    /^Cannot open the database \/sys\/aman\.db: .+$/,
  ],
  [
    'a database of another product',
    async () => {
      const path = join(folder, 'shop.db')
      using shop = new DatabaseSync(path)
      shop.exec('create table if not exists orders (id integer)')
      return { DATABASE_URL: `file:${path}` }
    },
    /^Cannot open the database .+\/shop\.db: it holds tables of another program: orders$/,
  ],
  [
    'a file that is not a database',
    async () => {
      const path = join(folder, 'letter.db')
      await writeFile(path, 'Dear customer, '.repeat(100))
      return { DATABASE_URL: `file:${path}` }
    },
    /^Cannot open the database .+\/letter\.db: file is not a database$/,
  ],
])('a start with %s ends with one line', async (_name, prepare, words) => {
  await using other = createServer()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const address = v.parse(v.object({ port: v.number() }), other.address())
  const settings = {
    PORT: String(address.port),
    FIRST_ADMIN_PASSWORD: 'a long one, 7 words or so',
  }
  const { code, printed } = await aman(['start'], { ...settings, ...(await prepare()) })
  // The first start tells how to sign in before it listens.
  const lines = printed.trimEnd().split('\n')
  const faults = lines.filter((line) => !line.startsWith('Sign in as admin'))
  expect(faults).toEqual([expect.stringMatching(words)])
  expect(code).toBe(needsOperator)
})

test('writes the site with its settings for a CDN', async () => {
  const into = join(folder, 'cdn')
  const settings = { SITE_URL: 'https://www.firm.example', TRAINING_URL: 'https://t.firm.example/' }
  expect((await aman(['site', '--into', into], settings)).code).toBe(0)
  const page = await readFile(join(into, 'index.html'), 'utf8')
  expect(page).toContain('href="https://www.firm.example/"')
  expect(brotliDecompressSync(await readFile(join(into, 'index.html.br'))).toString()).toBe(page)
  expect(await readFile(join(into, 'config.json'), 'utf8')).toContain('https://t.firm.example/')
  const { code, printed } = await aman(['headers', 'nginx', '--site', into])
  expect(code).toBe(0)
  expect(printed).toContain(`root "${into}";`)
  expect(printed).toContain('server_name www.firm.example;')
  expect(await aman(['headers', 'caddy'])).toEqual({
    code: 1,
    printed: expect.stringContaining('Write it first: aman site --into <folder>'),
  })
})
