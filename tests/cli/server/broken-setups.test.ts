import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needsOperator } from '../../../server/core/start-error.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { makeDoctorToken } from '../../../server/http/doctor-token.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { makeCertificate } from '../../support/server/certificate.ts'
import { freePort } from '../../support/server/free-port.ts'
import { policyFile } from '../../support/server/server.ts'
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/*
 * Set-ups that are broken on purpose. The doctor names each with its cure, and ends with exit code 1.
 * Those that take systemd are in tools/chaos/doctor.
 */

type Environment = Readonly<Record<string, string>>

const doctor = prepareCommand('doctor')
const cleanUps: (() => unknown)[] = []
let folder: string
/** The settings of the running server. */
let running: Environment
let server: ServerProcess

beforeAll(async () => {
  const temporary = await temporaryFolder()
  cleanUps.push(() => temporary.remove())
  folder = temporary.path
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'dist/index.html'), '<!doctype html><title>Site</title>')
  running = {
    POLICY_FILE: policyFile,
    SHUTDOWN_DELAY_SECONDS: '0',
    DATABASE_URL: `file:${join(folder, 'aman.db')}`,
    SITE_DIRECTORY: join(folder, 'dist'),
    TRUST_PROXY: '1',
    PORT: String(await freePort()),
  }
  server = await startServerProcess(running)
})
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  await server.end('SIGTERM')
})

async function examine(environment: Environment) {
  const { code, stdout } = await doctor({ environment: { ...running, ...environment } }).then(
    (output) => ({ ...output, code: 0 }),
    (error: unknown) => Object(error),
  )
  const wrong = [...String(stdout).matchAll(/^wrong {5}(.*\n {10}.*)$/gm)]
  return { code, wrong: wrong.map(([, lines = '']) => lines.replace(/\n +/, ' -> ')).join('\n') }
}

async function listen(listening: Server): Promise<string> {
  await once(listening.listen(0, '127.0.0.1'), 'listening')
  cleanUps.push(() => {
    listening.closeAllConnections()
    listening.close()
  })
  return `127.0.0.1:${Object(listening.address()).port}`
}

/** @param forward what a proxy makes of X-Forwarded-For, `client` being the address of its client */
function startProxy(forward: (given: string | undefined) => string | undefined): Promise<string> {
  return listen(
    createServer((asked, answer) => {
      const { 'x-forwarded-for': given, ...headers } = asked.headers
      const made = forward(given?.toString())
      const sent = made === undefined ? headers : { ...headers, 'x-forwarded-for': made }
      const options = { port: Number(running.PORT), path: asked.url ?? '/', headers: sent }
      request({ host: '127.0.0.1', ...options }, (answered) => {
        answer.writeHead(answered.statusCode ?? 500, answered.headers)
        answered.pipe(answer)
      }).end()
    }),
  )
}

const throughProxy = async (forward: Parameters<typeof startProxy>[0], TRUST_PROXY = '1') => ({
  PUBLIC_URL: `http://${await startProxy(forward)}`,
  TRUST_PROXY,
})
const one = (given = '') => `${given}, 192.0.2.1`
const two = (given = '') => `${given}, 192.0.2.1, 192.0.2.2`

async function withDatabase(name: string, change: (path: string) => Promise<unknown>) {
  const path = join(folder, `${name}.db`)
  await change(path)
  return { DATABASE_URL: `file:${path}` }
}

async function answering(body: string): Promise<string> {
  return listen(createServer((_, answer) => answer.end(body)))
}

const setUps: readonly (readonly [string, () => Promise<Environment> | Environment, RegExp])[] = [
  [
    'a server that is stopped',
    async () => ({ PORT: String(await freePort()) }),
    /^No server answers at .*ECONNREFUSED.* -> Start it: systemctl start aman/m,
  ],
  [
    'a port that another program has',
    async () => ({ PORT: (await answering('hello')).split(':')[1] ?? '' }),
    /^Another program has the port .* -> Stop it .*, or set PORT/m,
  ],
  [
    'a server that was not restarted',
    () => ({ ACCESS_LOG: 'on' }),
    /has other values of ACCESS_LOG -> .*systemctl restart aman/m,
  ],
  [
    'a server with another database',
    () =>
      withDatabase('other', async (path) => {
        const database = await openDatabase(path)
        await sql`insert into secrets values ('doctor', 'another', '2026-01-01')`.execute(database)
        await database.destroy()
      }),
    /^The server at .* has another database .* -> Restart it with these settings/m,
  ],
  [
    'several invalid settings',
    () => ({ TRUST_PROXY: 'yes', MAIL_FROM: 'nobody' }),
    /^MAIL_FROM is .* -> Correct the value.*\n?.*TRUST_PROXY is 'yes'|TRUST_PROXY is 'yes'.*\n.*MAIL_FROM is/m,
  ],
  [
    'a setting in quotes, which a container hands on',
    () => ({ PUBLIC_URL: '"https://aman.example"' }),
    /^PUBLIC_URL is .* is expected, without quotes/m,
  ],
  [
    'a file of certificates that is missing',
    () => ({ NODE_EXTRA_CA_CERTS: '/nowhere.pem' }),
    /^NODE_EXTRA_CA_CERTS is '\/nowhere\.pem', but a file with certificates in PEM is expected/m,
  ],
  [
    'a misspelt setting',
    () => ({ PUBLC_URL: 'https://aman.example' }),
    /is PUBLIC_URL meant\? -> Correct the name/m,
  ],
  [
    'a site that is missing',
    () => ({ SITE_DIRECTORY: '/nowhere' }),
    /^SITE_DIRECTORY: .* -> Correct SITE_DIRECTORY; .*the build makes it\.$/m,
  ],
  [
    'an rspamd that is another program',
    async () => ({ RSPAMD_URL: `http://${await answering('hello')}` }),
    /^rspamd does not answer at .* -> Correct RSPAMD_URL/m,
  ],
  [
    'a database that is not there',
    () => ({ DATABASE_URL: 'file:/nowhere/aman.db' }),
    /^There is no database at \/nowhere\/aman\.db.* -> Start the server, .*correct DATABASE_URL/m,
  ],
  [
    'a database that is half restored',
    () =>
      withDatabase('half', async (path) => {
        const database = await openDatabase(path)
        await sql`delete from kysely_migration`.execute(database)
        await database.destroy()
      }),
    /it is not completely restored: .* -> Make an empty database and restore into it/m,
  ],
  [
    'a database that others may read',
    () =>
      withDatabase('open', async (path) => {
        await (await openDatabase(path)).destroy()
        await chmod(path, 0o644)
      }),
    /open\.db is readable by other accounts -> chmod 600 \S+open\.db$/m,
  ],
  [
    'PostgreSQL that is stopped',
    async () => ({ DATABASE_URL: `postgres://aman:secret@127.0.0.1:${await freePort()}/aman` }),
    /ECONNREFUSED.* -> Start PostgreSQL \(systemctl start postgresql\)/m,
  ],
  [
    'a mail server that is not there',
    async () => ({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }),
    /^Outgoing mail: .*ECONNREFUSED.* -> Correct SMTP_URL/m,
  ],
  [
    'smtps:// to a port that begins in plain text',
    async () => ({ SMTP_URL: `smtps://${await answering('220 mail')}` }),
    /^Outgoing mail: .* -> SMTP_URL begins with smtps:\/\/ for port 465/m,
  ],
  [
    'nothing that listens on the port of PUBLIC_URL',
    async () => ({ PUBLIC_URL: `https://127.0.0.1:${await freePort()}` }),
    /^Nothing answers at 127\.0\.0\.1:\d+: .*ECONNREFUSED.* -> Start the proxy/m,
  ],
  [
    'a proxy that speaks no TLS',
    async () => ({ PUBLIC_URL: `https://${await answering('hello')}` }),
    /does not speak TLS: .* -> Let the proxy listen on \d+ with a certificate/m,
  ],
  [
    'a certificate of an authority of its own',
    async () => {
      const { key, cert } = await makeCertificate()
      return { PUBLIC_URL: `https://${await listen(createTlsServer({ key, cert }))}` }
    },
    /is not trusted: .* -> .*set NODE_EXTRA_CA_CERTS to its certificate/m,
  ],
  [
    'a proxy that leads to another program',
    async () => ({ PUBLIC_URL: `http://${await answering('hello')}` }),
    /\/api\/health is not Aman's: .* -> Let the proxy pass \/api\/ on/m,
  ],
  [
    'a proxy that passes on what clients forge',
    () => throughProxy((given) => given),
    /^TRUST_PROXY is 1, and no proxy adds .*: every client chooses its own address -> Set TRUST_PROXY=0/m,
  ],
  [
    'a proxy without X-Forwarded-For',
    () => throughProxy(() => undefined),
    /no proxy adds .*: all users count as one address.* -> Let the proxy add .* set TRUST_PROXY=1/m,
  ],
  [
    'fewer proxies trusted than there are',
    () => throughProxy(two),
    /^TRUST_PROXY is 1, and 2 proxies add .*: all users count as one address.* -> Set TRUST_PROXY=2/m,
  ],
  [
    'a name that the DNS does not know',
    () => ({ PUBLIC_URL: 'https://no-such-name.invalid' }),
    /has no address: .* -> Correct PUBLIC_URL, or add the name to the DNS/m,
  ],
  [
    'figures that the internet may read',
    () => ({ METRICS_ADDRESS: '0.0.0.0:9464' }),
    /^METRICS_ADDRESS: 0\.0\.0\.0 may be reached .* -> Take 127\.0\.0\.1/m,
  ],
]

test.each(setUps)('the doctor names %s, with its cure', async (_name, breakIt, named) => {
  const { code, wrong } = await examine(await breakIt())
  expect(wrong).toMatch(named)
  expect(code).toBe(1)
})

test('behind one proxy that adds the address of its client, TRUST_PROXY=1 is well', async () => {
  const { wrong } = await examine(await throughProxy(one))
  // The server does not know of this proxy.
  expect(wrong).toMatch(/^The server at .* has other values of PUBLIC_URL -> [^\n]*$/)
})

test('with TRUST_PROXY=2 behind one proxy a client chooses its address', async () => {
  const port = String(await freePort())
  const settings = { ...running, PORT: port, TRUST_PROXY: '2' }
  const trusting = await startServerProcess(settings)
  const PUBLIC_URL = `http://127.0.0.1:${port}`
  const proxy = await listen(
    createServer((asked, answer) => {
      const headers = {
        ...asked.headers,
        'x-forwarded-for': one(String(asked.headers['x-forwarded-for'])),
      }
      request(`${PUBLIC_URL}${asked.url}`, { headers }, (answered) => {
        answer.writeHead(answered.statusCode ?? 500, answered.headers)
        answered.pipe(answer)
      }).end()
    }),
  )
  const { code, wrong } = await examine({ ...settings, PUBLIC_URL: `http://${proxy}` })
  expect(wrong).toMatch(
    /^TRUST_PROXY is 2, and one proxy adds .*: every client chooses its own address -> Set TRUST_PROXY=1/m,
  )
  expect(code).toBe(1)
  expect(await trusting.end('SIGTERM')).toBe(0)
})

test('a server says no more to anyone but the doctor, and to a token once', async () => {
  const ask = (token: string) =>
    fetch(`${server.url}/api/health`, { headers: { 'x-aman-doctor': token } }).then((answer) =>
      answer.json(),
    )
  const database = await openDatabase(join(folder, 'aman.db'))
  const { value } = await database
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'doctor')
    .executeTakeFirstOrThrow()
  await database.destroy()
  const token = makeDoctorToken(value, new Date())
  expect(await ask(token)).toMatchObject({ doctor: { trustedProxies: 1 } })
  const [claim] = token.split(/\.[^.]*$/)
  const old = makeDoctorToken(value, new Date(Date.now() - 3_600_000))
  for (const refused of [token, old, `${claim}.`, '', 'x', makeDoctorToken('y', new Date())]) {
    expect(await ask(refused)).toEqual({ status: 'ok' })
  }
})

test('a server ends at its start where it cannot write mail', async () => {
  const OUTBOX_DIRECTORY = join(folder, 'file')
  await writeFile(OUTBOX_DIRECTORY, '')
  const DATABASE_URL = `file:${join(folder, 'without-mail.db')}`
  const { exited, output } = await startServerProcess({ DATABASE_URL, OUTBOX_DIRECTORY })
  expect(await exited).toBe(needsOperator)
  expect(output().stderr).toMatch(/^Cannot write mail into OUTBOX_DIRECTORY .+\/file: EEXIST/)
})
