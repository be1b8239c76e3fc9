import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { bundled } from '../../support/commands/bundle.ts'
import { makeCertificate } from '../../support/server/certificate.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const run = promisify(execFile)

/** In a process of its own, which trusts the authority from its start. */
async function examine(environment: Record<string, string>): Promise<string> {
  const env = { ...process.env, ...environment }
  return run(process.execPath, [await bundled('server/cli/doctor.ts')], { env }).then(
    ({ stdout }) => stdout,
    (error: unknown) => String(Object(error).stdout),
  )
}

test('the mail server is asked over TLS with the password, and the certificate of PUBLIC_URL is judged', {
  timeout: 60_000,
}, async () => {
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
  const site = createServer({ key, cert }, (_, response) => response.end('{"status":"ok"}'))
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const portOf = (server: { address(): unknown }) => Object(server.address()).port
  const environment = {
    DATABASE_URL: `file:${join(folder.path, 'aman.db')}`,
    SMTP_URL: `smtp://aman:p%40ss%20word@localhost:${portOf(mail.server)}`,
    PUBLIC_URL: `https://localhost:${portOf(site)}`,
  }
  const trusted = await examine({ ...environment, NODE_EXTRA_CA_CERTS: authority })
  expect(trusted).toContain('takes mail from MAIL_FROM to SUPPORT_EMAIL')
  expect(recipients).toEqual(['support@aman.example'])
  expect(trusted).toMatch(
    /wrong {5}The certificate of localhost is valid for 0 days\n +Renew it now/,
  )
  expect(trusted).toMatch(/wrong {5}Answers lack x-request-id, .*strict-transport-security/)
  expect(trusted).toMatch(/wrong {5}TRUST_PROXY is 0 behind a proxy/)
  const untrusted = await examine(environment)
  expect(untrusted).toMatch(/wrong {5}The certificate of localhost is not trusted: .*self.signed/)
  expect(untrusted).toMatch(/wrong {5}Outgoing mail: .*self.signed/)
  await new Promise<void>((done) => mail.close(done))
  site.closeAllConnections()
  site.close()
})

test('a certificate that has expired is to be renewed, and one with its whole time is well', {
  timeout: 60_000,
}, async () => {
  await using folder = await temporaryFolder()
  const examineWith = async (validDays: number) => {
    const { key, cert } = await makeCertificate(validDays)
    const NODE_EXTRA_CA_CERTS = join(folder.path, `${validDays}.pem`)
    await writeFile(NODE_EXTRA_CA_CERTS, cert)
    const site = createServer({ key, cert }, (_, response) => response.end('{"status":"ok"}'))
    await once(site.listen(0, '127.0.0.1'), 'listening')
    const PUBLIC_URL = `https://localhost:${Object(site.address()).port}`
    const DATABASE_URL = `file:${join(folder.path, 'aman.db')}`
    const printed = await examine({ DATABASE_URL, PUBLIC_URL, NODE_EXTRA_CA_CERTS })
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
