import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { judgeReadMail } from '../../../judge/judge.ts'
import stored from '../../../judge/model/model.json' with { type: 'json' }
import { openModel } from '../../../judge/model/model.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import { expect } from '../../support/browser/browser.ts'
import { joinIn, startAccount } from '../../support/extension/account.ts'
import { switchOnFor, test, toolbar } from '../../support/extension/extension.ts'
import { fortyMails } from '../../support/extension/forty-mails.ts'
import { findLine } from '../../support/extension/line.ts'
import { accountOf, fillMailbox, run, type Webmail } from '../../support/extension/programs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until } from '../../support/until.ts'

const program = '/usr/lib/courier/courier/webmail/webmail'
const script = '/cgi-bin/sqwebmail'

/** How to have it; undefined where it is. */
const missingSqwebmail = existsSync(program)
  ? undefined
  : 'SqWebMail is not installed. Debian: apt-get install --no-install-recommends sqwebmail'

/** Debian's SqWebMail, which reads a Maildir without a mail server, with a mailbox that holds these mails. */
async function startSqwebmail(
  mails: readonly Uint8Array[],
): Promise<Webmail & { removeMail(index: number): Promise<void> }> {
  await using started = new AsyncDisposableStack()
  const { path: folder } = started.use(await temporaryFolder())
  await chmod(folder, 0o755)
  const [user, password] = ['reader', 'reads-mail']
  const account = await accountOf('mail')
  await mkdir(`${folder}/home`)
  await fillMailbox(`${folder}/home/Maildir`, account, mails)
  await mkdir(`${folder}/etc`)
  await mkdir(`${folder}/run/authdaemon`, { recursive: true })
  await mkdir(`${folder}/cache`)
  const courier = await accountOf('courier')
  for (const name of ['run/authdaemon', 'cache']) {
    await chown(`${folder}/${name}`, courier.uid, courier.gid)
  }
  await writeFile(`${folder}/start`, startLines(folder, { ...account, user, password }))
  const daemons = started.use(run('unshare', ['--mount', 'sh', '-e', `${folder}/start`]))
  const sockets = ['run/sqwebmail.sock', 'run/authdaemon/socket']
  const isReady = () => sockets.every((name) => existsSync(`${folder}/${name}`))
  if (!(await until(isReady, { mostMs: 30_000 }))) throw new Error('SqWebMail does not start')
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://webmail.example')
    const isPage = pathname.startsWith(script)
    const answered = isPage ? answer(request, response, daemons.pid) : picture(pathname, response)
    answered.catch(() => response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  started.defer(async () => {
    server.closeAllConnections()
    await once(server.close(), 'close')
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const parts = started.move()
  return {
    origin: `http://127.0.0.1:${port}`,
    user,
    password,
    /** As another mail program of the user does it. */
    async removeMail(index) {
      const cur = `${folder}/home/Maildir/cur`
      const name = (await readdir(cur)).find((it) => it.includes(`.M${index}.`))
      await rm(join(cur, name ?? ''))
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** Its places are part of the program: it has others there, which the rest of the machine does not see. */
function startLines(
  folder: string,
  mailbox: {
    readonly user: string
    readonly password: string
    readonly uid: number
    readonly gid: number
  },
): string {
  const { user, password, uid, gid } = mailbox
  return `cp /etc/courier/* ${folder}/etc/ 2>/dev/null || true
sed -i 's/^authmodulelist=.*/authmodulelist="authuserdb"/' ${folder}/etc/authdaemonrc
mkdir -p /run/courier
mount --bind ${folder}/etc /etc/courier
mount --bind ${folder}/run /run/courier
mount --bind ${folder}/cache /var/cache/sqwebmail
hash=$(echo ${password} | userdbpw -md5)
printf '${user}\\tuid=${uid}|gid=${gid}|home=${folder}/home|systempw=%s\\n' "$hash" > /etc/courier/userdb
chmod 600 /etc/courier/userdb
makeuserdb
set -a
. /etc/courier/authdaemonrc
/usr/lib/courier/courier-authlib/authdaemond &
. /etc/courier/sqwebmaild
exec /usr/lib/courier/courier/sqwebmaild
`
}

async function picture(pathname: string, response: ServerResponse): Promise<void> {
  const name = pathname.replace(/^\/sqwebmail\//, '')
  const content = await readFile(`/usr/share/sqwebmail/${name}`)
  response.setHeader('content-type', name.endsWith('.css') ? 'text/css' : 'image/png')
  response.end(content)
}

/** Runs the program for one request, by CGI, where its daemons are. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  daemons: number,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '', 'http://webmail.example')
  const { headers } = request
  const child = spawn('nsenter', ['--mount', '--target', String(daemons), program], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: process.env.PATH,
      GATEWAY_INTERFACE: 'CGI/1.1',
      SERVER_PROTOCOL: 'HTTP/1.1',
      REQUEST_METHOD: request.method,
      SCRIPT_NAME: script,
      PATH_INFO: pathname.slice(script.length),
      QUERY_STRING: search.slice(1),
      REMOTE_ADDR: '127.0.0.1',
      HTTP_HOST: headers.host,
      HTTP_COOKIE: headers.cookie ?? '',
      HTTP_USER_AGENT: headers['user-agent'] ?? '',
      HTTP_ACCEPT_LANGUAGE: headers['accept-language'] ?? '',
      CONTENT_TYPE: headers['content-type'] ?? '',
      CONTENT_LENGTH: headers['content-length'] ?? '',
    },
  })
  request.pipe(child.stdin)
  const answered = await buffer(child.stdout)
  const end = /\r?\n\r?\n/.exec(answered.toString('latin1'))
  if (end === null) throw new Error('the program did not answer')
  for (const line of answered.toString('latin1', 0, end.index).split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
    if (/^status$/i.test(name)) response.statusCode = Number.parseInt(value, 10)
    else if (name !== '') response.appendHeader(name, value)
  }
  if (response.hasHeader('location')) response.statusCode = 302
  response.end(answered.subarray(end.index + end[0].length))
}

/* npm run test:extension: the extension in Debian's SqWebMail, which reads a Maildir itself. */

if (missingSqwebmail !== undefined) throw new Error(missingSqwebmail)

const mails = fortyMails.filter((_, index) => index < 3 || index % 4 === 0)

test('mails that are opened in SqWebMail have the verdict of the judge, and one is blocked', async ({
  page,
  extension,
}) => {
  await using webmail = await startSqwebmail(mails)
  await switchOnFor(extension, [{ origin: webmail.origin, program: 'sqwebmail' }])
  await page.goto(`${webmail.origin}/cgi-bin/sqwebmail?noframes=1`)
  await page.locator('[name=username]').fill(webmail.user)
  await page.locator('[name=password]').fill(webmail.password)
  await page.locator('[type=submit]').click()
  await page.waitForURL(/\/login\//)
  const mailbox = new URL(page.url())
  // The list gives each mail its position.
  mailbox.search = 'folder=INBOX&form=folder'
  await page.goto(mailbox.href)
  const open = async (pos: number) => {
    mailbox.search = `folder=INBOX&form=readmsg&pos=${pos}`
    await page.goto(mailbox.href)
    // The program has an order of its own, and names the file.
    const file = await page.locator('input[name=posfile]').first().inputValue()
    return Number(/\.M(\d+)\./.exec(file)?.[1])
  }

  const model = openModel(stored)
  const positions = new Map<number, number>()
  for (const pos of mails.keys()) {
    const index = await open(pos)
    positions.set(index, pos)
    const { level } = await judgeReadMail(
      await readMail(mails[index] ?? Buffer.of()),
      {},
      { model },
    )
    await expect
      .poll(async () => [(await toolbar(extension)).badge, (await findLine(page))?.level], {
        message: `mail ${index}`,
        intervals: [100],
      })
      .toEqual(level === 'safe' ? ['✓', undefined] : ['!', level])
  }
  expect(positions.size).toBe(mails.length)

  await test.step('while another mail takes its place, nothing is said of either', async () => {
    const first = [...positions].find(([, pos]) => pos === 0)?.[0] ?? 0
    const other = await extension.context.newPage()
    const held = Promise.withResolvers<void>()
    const isAsked = Promise.withResolvers<void>()
    await page.route(/form=fetch/, async (route) => {
      isAsked.resolve()
      await held.promise
      await route.continue()
    })
    await open(1)
    await isAsked.promise
    // Each of those that follow takes the place of the one before.
    await webmail.removeMail(first)
    mailbox.search = 'folder=INBOX&form=folder'
    await other.goto(mailbox.href)
    await other.close()
    await page.bringToFront()
    held.resolve()
    await expect.poll(async () => (await toolbar(extension)).badge).toBe('?')
    expect(await findLine(page)).toBeUndefined()
    await page.unroute(/form=fetch/)
  })

  await using account = await startAccount()
  await joinIn(page, extension, { url: account.url, code: await account.makeCode() })
  await expect(page.getByRole('status')).toContainText('Joined to the account')
  // One stood before it that is there no more.
  await open((positions.get(0) ?? 0) - 1)
  await expect.poll(async () => (await findLine(page))?.text).toContain('Block')
  await (await findLine(page))?.press('Block')
  await expect
    .poll(async () => (await findLine(page))?.text)
    .toContain('You block alerts@paypa1-secure.example from now on.')
  expect(await account.flags()).toEqual(['red alerts@paypa1-secure.example'])
  await page.reload()
  await expect.poll(async () => (await findLine(page))?.level).toBe('malicious')
})
