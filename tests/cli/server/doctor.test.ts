import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Insertable } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { loadSealer } from '../../../server/database/secrets-key.ts'
import type { Webhooks } from '../../../server/database/tables/operation.ts'
import type { Place } from '../../../server/database/tables/tables.ts'
import { bundled } from '../../support/commands/bundle.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { startRefusingMailServer } from '../../support/mail/smtp-server.ts'
import { makeCertificate } from '../../support/server/certificate.ts'
import { freePort } from '../../support/server/free-port.ts'
import { policyFile } from '../../support/server/server.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { rowsOfEveryTable } from '../../support/worlds/every-table.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeOperatorKey } from '../../support/worlds/mail-factories.ts'

const doctor = prepareCommand('doctor')
const cleanUps: (() => unknown)[] = []

interface Examined {
  readonly code: number
  readonly stdout: string
  /** Faults, each with how to mend it. */
  readonly wrong: readonly string[]
}

async function examine(environment: Record<string, string>): Promise<Examined> {
  const given = { POLICY_FILE: policyFile, ...environment }
  const { code, stdout } = await doctor({ environment: given }).then(
    (output) => ({ ...output, code: 0 }),
    (error: unknown) => Object(error),
  )
  const wrong = [...stdout.matchAll(/^wrong {5}(.*\n {10}.*)$/gm)].map(([, lines = '']) =>
    lines.replace(/\n +/, ' -> '),
  )
  // These tests have no server.
  return { code, stdout, wrong: wrong.filter((line) => !line.startsWith('No server answers')) }
}

/** A database that a server has opened, and a site beside it. */
async function install() {
  const folder = await temporaryFolder()
  cleanUps.push(() => folder.remove())
  const site = join(folder.path, 'dist')
  await mkdir(site)
  await writeFile(join(site, 'index.html'), '<!doctype html><title>Site</title>')
  const file = join(folder.path, 'aman.db')
  const database = await openDatabase(file)
  cleanUps.push(() => database.destroy())
  const environment = {
    DATABASE_URL: `file:${file}`,
    SITE_DIRECTORY: site,
    SECRETS_KEY: 'a key of secrets with 32 characters',
    PORT: String(await freePort()),
  }
  return { folder: folder.path, file, database, clock: () => new Date(), environment }
}

async function startAnswering(answer: string): Promise<string> {
  const server = createServer((_, response) => response.end(answer))
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  cleanUps.push(() => server.close())
  return `http://127.0.0.1:${port}`
}

/** A webhook of the operator, and the only provider of an organization. */
async function makePartners(
  { database, clock }: Place,
  organization_id: string,
  { webhook, issuer }: { readonly webhook: Partial<Insertable<Webhooks>>; readonly issuer: string },
) {
  const { webhooks, identity_providers: provider } = await rowsOfEveryTable(clock())
  await database
    .insertInto('webhooks')
    .values({ ...webhooks, ...webhook, organization_id: null })
    .execute()
  await database
    .insertInto('identity_providers')
    .values({
      ...provider,
      ...{ organization_id, issuer, mode: 'only', break_glass_user_id: null },
    })
    .execute()
}

describe('doctor', () => {
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
  })

  test('where all is well, nothing is wrong, and nothing is sent or kept', async () => {
    const { environment } = await install()
    const mail = await startRefusingMailServer()
    cleanUps.push(() => mail.close())
    const PUBLIC_URL = `http://127.0.0.1:${environment.PORT}`
    const RSPAMD_URL = await startAnswering('pong\r\n')
    const settings = {
      ...environment,
      ...{ PUBLIC_URL, RSPAMD_URL, SMTP_URL: mail.url, SHUTDOWN_DELAY_SECONDS: '0' },
    }
    const server = await startServerProcess(settings)
    const examined = await examine(settings)
    expect(examined).toMatchObject({ code: 0, wrong: [] })
    expect(examined.stdout).toContain('takes mail from MAIL_FROM to SUPPORT_EMAIL')
    expect(examined.stdout).toContain(`${PUBLIC_URL} leads to Aman`)
    expect(mail.commands).toContain('RCPT TO:<support@aman.example>')
    expect(mail.commands).not.toContain('DATA')
    expect(await server.end('SIGTERM')).toBe(0)
  })

  test('a mail server that refuses the recipient is told with its words', async () => {
    const { environment } = await install()
    const mail = await startRefusingMailServer('550 5.7.1 relay access denied')
    cleanUps.push(() => mail.close())
    const { code, wrong } = await examine({ ...environment, SMTP_URL: mail.url })
    expect(code).toBe(1)
    expect(wrong).toEqual([
      expect.stringMatching(/550 5\.7\.1 relay access denied.* -> Allow MAIL_FROM/),
    ])
    const secret = { ...environment, SMTP_URL: 'smtp://aman:topsecret@127.0.0.1:1' }
    const unreachable = await examine(secret)
    expect(unreachable.wrong).toEqual([expect.stringMatching(/ECONNREFUSED.* -> Correct SMTP_URL/)])
    expect(unreachable.stdout).not.toContain('topsecret')
  })

  test('a wrong key of secrets, a clock that was set back, a paused webhook and an ending key are wrong', async () => {
    const { environment, database, clock, file } = await install()
    expect((await examine(environment)).wrong).toEqual([])
    await loadSealer({ database, clock, address: file }, environment.SECRETS_KEY)
    const SECRETS_KEY = 'another key of secrets, as long as that'
    expect((await examine({ ...environment, SECRETS_KEY })).wrong).toEqual([
      expect.stringMatching(/SECRETS_KEY.* -> See "Keep the key of secrets"/),
    ])
    const name = 'Cedar Clinic'
    const place = { database, clock }
    const organizationId = await makeOrganization(place, { name })
    await makeGatewayKey(place, organizationId)
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    await database
      .updateTable('gateway_keys')
      .set({ expires_at: inDays(3), last_used_at: inDays(0) })
      .execute()
    const { id: expired } = await makeOperatorKey(place)
    await database
      .updateTable('operator_keys')
      .set({ expires_at: inDays(-2) })
      .execute()
    const { id: unused } = await makeOperatorKey(place, 'flags')
    await database
      .updateTable('operator_keys')
      .set({ created_at: inDays(-2) })
      .where('id', '=', unused)
      .execute()
    await database
      .insertInto('counters')
      .values({ name: 'ready', value: Date.now() + 3_600_000 })
      .execute()
    const webhook = { url: 'https://hooks.firm.example/a?secret=1', pause: 'failing' } as const
    const issuer = 'https://provider.invalid/tenant'
    await makePartners(place, organizationId, { webhook, issuer })
    const { wrong, stdout } = await examine(environment)
    expect(wrong).toEqual([
      expect.stringMatching(/^The clock differs .* by 3[56]\d\d seconds -> Set it by NTP/),
      expect.stringMatching(
        /^Identity provider of Cedar Clinic, https:\/\/provider\.invalid\/tenant: .* -> Correct the issuer/,
      ),
      expect.stringMatching(/^The webhook to hooks\.firm\.example was paused: it is failing/),
      expect.stringMatching(/^A gateway key of Cedar Clinic expires on .* -> Issue a new one/),
      expect.stringContaining(
        `The operator's gateway key 'the mail host' (${expired}) with the scope 'report' expired on`,
      ),
      expect.stringMatching(
        new RegExp(
          `^The operator's gateway key .*'flags' was issued on .* --operator --revoke ${unused}`,
        ),
      ),
    ])
    expect(stdout).not.toContain('secret=1')
  })

  test('figures that the internet may reach, a full disk and partners that are down are wrong', async () => {
    const { environment, database, clock, file } = await install()
    const place = { database, clock }
    const organizationId = await makeOrganization(place, { name: 'Cedar Clinic' })
    const failing_since = '2026-01-02T03:04:05.000Z'
    const webhook = { url: 'https://hooks.firm.example/a', pause: 'no', failing_since } as const
    const issuer = `https://127.0.0.1:${await freePort()}`
    await makePartners(place, organizationId, { webhook, issuer })
    // Larger than what any disk has free; it takes no room itself.
    await truncate(file, 10 * 1024 ** 4)
    const { code, wrong } = await examine({
      ...environment,
      METRICS_ADDRESS: '0.0.0.0:9464',
      OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8',
    })
    expect(code).toBe(1)
    expect(wrong).toEqual([
      expect.stringMatching(/^METRICS_ADDRESS: 0\.0\.0\.0 may be reached .* -> Take 127\.0\.0\.1/),
      expect.stringMatching(
        /MB are free beside the database -> Free or add space: \d+ MB are needed/,
      ),
      expect.stringMatching(
        /^Identity provider of Cedar Clinic, .*ECONNREFUSED.* -> Correct the iss/,
      ),
      expect.stringMatching(
        /^The webhook to hooks\.firm\.example has taken nothing since 2026-01-02T/,
      ),
    ])
    const { stdout } = await examine({ ...environment, METRICS_ADDRESS: '10.0.0.7:9464' })
    expect(stdout).toMatch(/^well {6}METRICS_ADDRESS: 10\.0\.0\.7 is no public address$/m)
  })
})

const run = promisify(execFile)

/** In a process of its own, which trusts the authority from its start. */
async function examineDoctorTls(environment: Record<string, string>): Promise<string> {
  const env = { ...process.env, ...environment }
  return run(process.execPath, [await bundled('server/cli/doctor.ts')], { env }).then(
    ({ stdout }) => stdout,
    (error: unknown) => String(Object(error).stdout),
  )
}

test('the mail server is asked over TLS with the password, and the certificate of PUBLIC_URL is judged', async () => {
  await using folder = await temporaryFolder()
  const { key, cert } = await makeCertificate()
  const authority = join(folder.path, 'authority.pem')
  await writeFile(authority, cert)
  const recipients: string[] = []
  const mail = new SMTPServer({
    ...{ key, cert, disableReverseLookup: true },
    onAuth: ({ username, password }, _, done) =>
      password === 'p@ss word' ? done(null, { user: username }) : done(new Error('no')),
    onRcptTo({ address }, session, done) {
      if (session.secure) recipients.push(address)
      done()
    },
  })
  mail.on('error', () => undefined)
  mail.listen(0, '127.0.0.1')
  await once(mail.server, 'listening')
  const site = createHttpsServer({ key, cert }, (_, response) => response.end('{"status":"ok"}'))
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const portOf = (server: { address(): unknown }) => Object(server.address()).port
  const environment = {
    DATABASE_URL: `file:${join(folder.path, 'aman.db')}`,
    SMTP_URL: `smtp://aman:p%40ss%20word@localhost:${portOf(mail.server)}`,
    PUBLIC_URL: `https://localhost:${portOf(site)}`,
  }
  const trusted = await examineDoctorTls({ ...environment, NODE_EXTRA_CA_CERTS: authority })
  expect(trusted).toContain('takes mail from MAIL_FROM to SUPPORT_EMAIL')
  expect(recipients).toEqual(['support@aman.example'])
  expect(trusted).toMatch(
    /wrong {5}The certificate of localhost is valid for 0 days\n +Renew it now/,
  )
  expect(trusted).toMatch(/wrong {5}Answers lack x-request-id, .*strict-transport-security/)
  expect(trusted).toMatch(/wrong {5}TRUST_PROXY is 0 behind a proxy/)
  const untrusted = await examineDoctorTls(environment)
  expect(untrusted).toMatch(/wrong {5}The certificate of localhost is not trusted: .*self.signed/)
  expect(untrusted).toMatch(/wrong {5}Outgoing mail: .*self.signed/)
  await new Promise<void>((done) => mail.close(done))
  site.closeAllConnections()
  site.close()
})

test('a certificate that has expired is to be renewed, and one with its whole time is well', async () => {
  await using folder = await temporaryFolder()
  const examineWith = async (validDays: number) => {
    const { key, cert } = await makeCertificate(validDays)
    const NODE_EXTRA_CA_CERTS = join(folder.path, `${validDays}.pem`)
    await writeFile(NODE_EXTRA_CA_CERTS, cert)
    const site = createHttpsServer({ key, cert }, (_, response) => response.end('{"status":"ok"}'))
    await once(site.listen(0, '127.0.0.1'), 'listening')
    const PUBLIC_URL = `https://localhost:${Object(site.address()).port}`
    const DATABASE_URL = `file:${join(folder.path, 'aman.db')}`
    const printed = await examineDoctorTls({ DATABASE_URL, PUBLIC_URL, NODE_EXTRA_CA_CERTS })
    site.closeAllConnections()
    site.close()
    return printed
  }
  expect(await examineWith(-1)).toMatch(
    /wrong {5}The certificate of localhost has expired\n +Renew it now/,
  )
  expect(await examineWith(60)).toMatch(
    /well {6}The certificate of localhost is valid for (59|60) days/,
  )
})
