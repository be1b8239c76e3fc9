import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { demoAccounts, demoPassword } from '../../server/demo/accounts.ts'
import { startDovecot } from '../mail-lab/dovecot.ts'
import { findProgram } from '../mail-lab/programs.ts'
import { startDemo, stopSignal } from './start-demo.ts'

/*
 * npm run demo:mailbox: the demo with three mailboxes at Dovecot on loopback, which Aman watches. The printed command
 * delivers a dangerous mail. Everything ends with it.
 */

const password = 'abcd efgh ijkl mnop'

const phishing = `Received: from mx.elsewhere.example by mail.olivebranch.example; Sat, 1 Mar 2025 09:30:00 +0000
From: PayPal Service <service@paypa1-secure.top>
To: employee@olivebranch.example
Message-ID: <limited@paypa1-secure.top>
Subject: Your account has been limited
Content-Type: text/html; charset=utf-8

<p>Dear customer,</p><p>we noticed unusual activity. Verify your account within 24 hours or it will be
permanently closed.</p><a href="https://k3j2h4.web.app/login">Verify now</a>
`

const program = findProgram('dovecot')
if (program === undefined) {
  console.error('npm run demo:mailbox needs Dovecot. Debian: apt-get install dovecot-imapd')
  process.exit(1)
}

const stopping = stopSignal()

try {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'aman-mailbox-'))
  // The account of Dovecot reads nothing here.
  await chmod(folder.path, 0o700)
  const [authority, keyFile] = [join(folder.path, 'authority.pem'), join(folder.path, 'key.pem')]
  const extension = 'subjectAltName=DNS:localhost'
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  const files = ['-keyout', keyFile, '-out', authority]
  await promisify(execFile)('openssl', [
    ...request,
    ...files,
    ...['-subj', '/CN=localhost', '-addext', extension],
  ])
  await using dovecot = await startDovecot({
    program,
    users: Object.fromEntries(demoAccounts.map(({ username }) => [username, password])),
    certificate: {
      key: await readFile(keyFile, 'utf8'),
      cert: await readFile(authority, 'utf8'),
    },
  })
  await using demo = await startDemo(stopping, {
    NODE_EXTRA_CA_CERTS: authority,
    MAILBOX_PRIVATE_NETWORKS: '127.0.0.0/8,::1/128',
  })
  console.log(demo.banner)
  for (const { username } of demoAccounts) await connect(demo.url, username, dovecot.tlsPort)
  const mail = join(folder.path, 'phishing.eml')
  await writeFile(mail, phishing)
  console.log(`
Aman watches three mailboxes, and moves dangerous mail. Sign in at ${demo.url}/login as employee, open
My account, and deliver one from another terminal:

curl --cacert ${authority} --url imaps://localhost:${dovecot.tlsPort}/INBOX --user 'employee:${password}' --upload-file ${mail}

Seconds later it is in the folder 'Aman – suspicious' and on the dashboard (reload it). Ctrl-C ends everything.
`)
  await once(stopping, 'abort')
} catch (cause) {
  if (!stopping.aborted) throw cause
}
console.log('Everything has ended.')
process.exit(0)

async function connect(url: string, username: string, port: number): Promise<void> {
  const { access_token: token } = await send(url, '/auth/login', {
    username,
    password: demoPassword,
  })
  const me = await fetch(`${url}/api/account/mailbox`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const [address] = Object(await me.json()).addresses
  const server = { host: 'localhost', port, security: 'tls', username }
  await send(url, '/account/mailbox', { address, ...server, password }, token)
  await send(url, '/account/mailbox/settings', { action: 'move', is_active: true }, token)
}

async function send(url: string, path: string, body: object, token?: string) {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} is answered with ${answer.status}: ${text}`)
  return JSON.parse(text)
}
