import { expect, test } from 'vitest'
import { minuteMs } from '../../../server/core/clock.ts'
import { startMailboxWorker } from '../../../server/mailboxes/watch/worker.ts'
import {
  type Answer,
  type FakeImap,
  signingIn,
  startFakeImap,
} from '../../support/mailboxes/fake-imap.ts'
import { makeMailbox } from '../../support/mailboxes/make-mailbox.ts'
import { makeCertificate } from '../../support/server/certificate.ts'
import { createTestServer } from '../../support/server/server.ts'
import { type MadeUser, makeSession, makeUser } from '../../support/worlds/factories.ts'

const password = 'abcd efgh ijkl mnop'

/** Sends without an end, as fast as it is read. */
function pour(text: string) {
  return (send: (text: string) => void, socket: NodeJS.EventEmitter) => {
    const fill = () => {
      for (let count = 0; count < 100; count += 1) send(text)
    }
    socket.on('drain', fill)
    fill()
  }
}

const inbox = '* 3 EXISTS\r\n* OK [UIDVALIDITY 1] valid\r\n* OK [UIDNEXT 9] next\r\n'

type Fake = Parameters<typeof startFakeImap>[0]

const cases: readonly (readonly [string, Fake, string])[] = [
  ['says nothing', { greeting: '' }, 'mailbox_(unreachable|not_imap)'],
  ['greets without an end', { begin: pour('* OK again\r\n') }, 'mailbox_(unreachable|not_imap)'],
  [
    'sends a line without an end',
    { begin: pour('x'.repeat(10_000)) },
    'mailbox_(unreachable|not_imap)',
  ],
  [
    'announces a literal of a terabyte',
    { greeting: '* OK {999999999999}\r\n', begin: pour('x'.repeat(10_000)) },
    'mailbox_(unreachable|not_imap)',
  ],
  [
    'speaks another protocol',
    { greeting: 'SSH-2.0-OpenSSH_9.2\r\n' },
    'mailbox_(unreachable|not_imap)',
  ],
  [
    'answers nothing after the sign-in',
    { answer: signingIn(() => {}) },
    'mailbox_(unreachable|not_imap)',
  ],
  ['has an expired certificate', { certificate: await makeCertificate(-1) }, 'mailbox_certificate'],
  [
    'refuses the password',
    {
      answer: (send, tag, command) =>
        send(
          command === 'CAPABILITY'
            ? `* CAPABILITY IMAP4rev1\r\n${tag} OK\r\n`
            : `${tag} NO [AUTHENTICATIONFAILED] no\r\n`,
        ),
    },
    'mailbox_password_refused',
  ],
]

async function connectTo(fake: FakeImap, security: 'tls' | 'starttls' = 'tls', ca = fake.ca) {
  const none = async () => []
  await using server = await createTestServer({
    services: {
      mailServers: {
        privateNetworks: '127.0.0.0/8, ::1/128',
        ca,
        patienceMs: 500,
        resolveSrv: none,
        resolveMx: none,
      },
    },
  })
  const user = await makeUser(server, { email: 'rania@olive.example' })
  const answer = await server.post('/api/account/mailbox', {
    token: await makeSession(server, user),
    body: {
      address: user.email,
      host: 'localhost',
      port: fake.port,
      security,
      username: 'rania',
      password,
    },
  })
  const kept = await server.database.selectFrom('mailboxes').select('id').execute()
  return { code: answer.code, kept: kept.length }
}

test.each(cases)(
  'a server that %s is refused in bounded time and memory',
  async (_, fake, code) => {
    await using imap = await startFakeImap(fake)
    const before = process.memoryUsage().rss
    const answer = await connectTo(imap)
    expect(answer.code).toMatch(new RegExp(`^${code}$`))
    expect(answer.kept).toBe(0)
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(150)
  },
)

test.each([
  ['hides STARTTLS', '* OK ready\r\n'],
  ['says that it has signed in already', '* PREAUTH welcome\r\n'],
])('where someone between %s, the password is not sent', async (_, greeting) => {
  const answer: Answer = (send, tag) => send(`* CAPABILITY IMAP4rev1\r\n${tag} OK\r\n`)
  await using imap = await startFakeImap({ greeting, answer, isPlain: true })
  const { code } = await connectTo(imap, 'starttls')
  expect(code).toBe('mailbox_without_tls')
  expect(imap.heard()).not.toContain('abcd')
  expect(imap.heard()).not.toContain(Buffer.from(password).toString('base64').slice(0, 12))
})

test('a certificate of an unknown authority is refused before the password is sent', async () => {
  await using imap = await startFakeImap({})
  await using other = await startFakeImap({})
  expect((await connectTo(imap, 'tls', other.ca)).code).toBe('mailbox_certificate')
  expect(imap.heard()).toBe('')
})

test.each([
  [
    'ten million UIDs',
    (tag: string) => `* SEARCH ${'1234567 '.repeat(1_000_000)}\r\n${tag} OK\r\n`,
  ],
  ['UIDs that are none', (tag: string) => `* SEARCH -1 0 x 99999999999999\r\n${tag} OK\r\n`],
  ['mail that it never sends', (tag: string) => `* SEARCH 9\r\n${tag} OK\r\n`],
])('a server that answers with %s keeps no other mailbox from being watched', async (_, found) => {
  const looks = { hostile: 0, honest: 0 }
  const served = (name: keyof typeof looks, search: (tag: string) => string) =>
    signingIn((send, tag, command) => {
      if (command.startsWith('SELECT')) send(`${inbox}${tag} OK [READ-WRITE] open\r\n`)
      else if (command.startsWith('UID SEARCH')) {
        looks[name] += 1
        send(search(tag))
      } else send(`${tag} OK\r\n`)
    })
  const certificate = await makeCertificate()
  await using hostile = await startFakeImap({ certificate, answer: served('hostile', found) })
  await using honest = await startFakeImap({
    certificate,
    answer: served('honest', (tag) => `* SEARCH\r\n${tag} OK\r\n`),
  })
  const none = async () => []
  await using server = await createTestServer({
    services: {
      mailServers: {
        privateNetworks: '127.0.0.0/8, ::1/128',
        ca: certificate.cert,
        resolveSrv: none,
        resolveMx: none,
      },
    },
  })
  for (const { port } of [hostile, honest]) {
    const user = await makeUser(server)
    await makeMailbox(server, user, undefined, { host: 'localhost', port })
  }
  const worker = startMailboxWorker(server.services, { everyMs: 20, lookEveryMs: 20 })
  await expect.poll(() => looks.hostile).toBeGreaterThan(0)
  const before = looks.honest
  await expect.poll(() => looks.honest).toBeGreaterThan(before + 3)
  await worker.stop()
  expect(await server.database.selectFrom('scans').select('id').execute()).toEqual([])
})

test('a server that never sends a large mail keeps no large mail of another organization from being judged', async () => {
  const large = `Subject: Plans\r\n\r\n${'All is well. '.repeat(50_000)}`
  const overview = `UID 9 FLAGS () INTERNALDATE "15-Mar-2026 10:00:00 +0000" RFC822.SIZE ${large.length} ENVELOPE (NIL "Plans" NIL NIL NIL NIL NIL NIL NIL NIL) BODY[HEADER.FIELDS (SUBJECT)] {18}\r\nSubject: Plans\r\n\r\n`
  const asked = Promise.withResolvers<void>()
  const served = (sendMail: Answer) =>
    signingIn((send, tag, command) => {
      if (/BODY(?:\.PEEK)?\[\]/.test(command)) return sendMail(send, tag, command)
      if (command.startsWith('SELECT')) send(inbox)
      if (command.startsWith('UID SEARCH')) send('* SEARCH 9\r\n')
      if (command.startsWith('UID FETCH')) send(`* 3 FETCH (${overview})\r\n`)
      send(`${tag} OK\r\n`)
    })
  const certificate = await makeCertificate()
  await using hostile = await startFakeImap({ certificate, answer: served(() => asked.resolve()) })
  await using honest = await startFakeImap({
    certificate,
    answer: served((send, tag) =>
      send(`* 3 FETCH (UID 9 BODY[]<0> {${large.length}}\r\n${large})\r\n${tag} OK\r\n`),
    ),
  })
  const mailServers = { privateNetworks: '127.0.0.0/8, ::1/128', ca: certificate.cert }
  const none = async () => []
  await using server = await createTestServer({
    services: { mailServers: { ...mailServers, resolveSrv: none, resolveMx: none } },
  })
  const watch = async ({ port }: FakeImap, user: MadeUser) =>
    makeMailbox(server, user, undefined, { host: 'localhost', port, uid_validity: '1' })
  const slow = await makeUser(server)
  const { organizationId } = slow
  for (let count = 0; count < 5; count += 1) {
    await watch(hostile, await makeUser(server, { organizationId }))
  }
  const worker = startMailboxWorker(server.services, { everyMs: 20, lookEveryMs: 20 })
  await asked.promise
  await watch(honest, await makeUser(server))
  const scans = () => server.database.selectFrom('scans').select('email_subject').execute()
  await expect.poll(scans, { timeout: 30_000 }).toEqual([{ email_subject: 'Plans' }])
  await worker.stop()
})

/** Idles when it is asked to, and answers all else. */
function idling(more: (send: (text: string) => void, command: string) => void): Answer {
  let waiting = ''
  return (send, tag, command) => {
    if (command === 'IDLE') {
      waiting = tag
      send('+ idling\r\n')
    } else if (tag === 'DONE') send(`${waiting} OK\r\n`)
    else {
      signingIn(() => {
        if (/^(?:SELECT|EXAMINE)/.test(command)) send(inbox)
        if (command.startsWith('UID SEARCH')) send('* SEARCH\r\n')
        more(send, command)
        send(`${tag} OK\r\n`)
      })(send, tag, command)
    }
  }
}

/** Watches one mailbox there. */
async function watchAt(
  { port, ca }: FakeImap,
  lookEveryMs: number,
  mailbox: Parameters<typeof makeMailbox>[3] = {},
  patienceMs = 500,
) {
  await using started = new AsyncDisposableStack()
  const none = async () => []
  const reached = { privateNetworks: '127.0.0.0/8, ::1/128', ca, patienceMs }
  const mailServers = { ...reached, resolveSrv: none, resolveMx: none }
  const server = started.use(await createTestServer({ services: { mailServers } }))
  const place = { host: 'localhost', port, ...mailbox }
  await makeMailbox(server, await makeUser(server), undefined, place)
  const pace = { everyMs: 20, firstPauseMs: 20, lookEveryMs }
  const worker = startMailboxWorker(server.services, pace)
  started.defer(() => worker.stop())
  const parts = started.move()
  return { server, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

test.each([
  ['headers without an end', /^UID FETCH 9 .*HEADER/, 'BODY[HEADER.FIELDS (SUBJECT)]', 20],
  ['a mail that is larger than it said', /BODY(?:\.PEEK)?\[\]/, 'BODY[]<0>', 4],
])('a server that answers with %s is cut off', async (_, isMeant, part, times) => {
  const text = 'x'.repeat(500_000)
  const overview = 'UID 9 FLAGS () RFC822.SIZE 10 BODY[HEADER.FIELDS (SUBJECT)] {2}\r\n\r\n'
  const answer = signingIn((send, tag, command) => {
    if (isMeant.test(command)) {
      const mail = `* 3 FETCH (UID 9 ${part} {${text.length}}\r\n${text})\r\n`
      for (let count = 0; count < times; count += 1) send(mail)
      return
    }
    if (command.startsWith('SELECT')) send(inbox)
    if (command.startsWith('UID SEARCH')) send('* SEARCH 9\r\n')
    if (command.startsWith('UID FETCH')) send(`* 3 FETCH (${overview})\r\n`)
    send(`${tag} OK\r\n`)
  })
  await using imap = await startFakeImap({ answer })
  await using watched = await watchAt(imap, 100, { uid_validity: '1' }, 60_000)
  const problem = async () => {
    const found = watched.server.database.selectFrom('mailboxes').select('problem')
    return (await found.executeTakeFirstOrThrow()).problem
  }
  await expect.poll(problem).toBe('not_imap')
  expect(await watched.server.database.selectFrom('scans').select('id').execute()).toEqual([])
})

test('a connection that dies without a word is found at the next look, and the watch goes on', async () => {
  let connections = 0
  let isDead = false
  const usual = idling(() => {})
  await using imap = await startFakeImap({
    begin() {
      connections += 1
      isDead = false
    },
    answer(send, tag, command) {
      if (!isDead) usual(send, tag, command)
      // Nothing comes through the first one while it idles.
      if (command === 'IDLE' && connections === 1) isDead = true
    },
  })
  await using watched = await watchAt(imap, 100)
  const { database, logged } = watched.server
  const problem = async () =>
    (await database.selectFrom('mailboxes').select('problem').executeTakeFirst())?.problem
  await expect.poll(() => connections).toBe(2)
  await expect.poll(problem).toBe(null)
  expect(logged.filter((line) => line.includes('"problem":"unreachable"'))).toHaveLength(1)
})

test('mail that comes while another folder is open is looked for at once', async () => {
  const opened: string[] = []
  await using imap = await startFakeImap({
    answer: idling((send, command) => {
      if (command.startsWith('STATUS')) send('* STATUS "Moved" (UIDVALIDITY 1 UIDNEXT 6)\r\n')
      const [name] = /^(?:SELECT INBOX|EXAMINE|UID SEARCH)/.exec(command) ?? []
      if (name !== undefined) opened.push(name)
    }),
  })
  await using _ = await watchAt(imap, 10 * minuteMs, { folder: 'Moved', folder_seen: '1 5' })
  await expect
    .poll(() => opened)
    .toEqual(['SELECT INBOX', 'UID SEARCH', 'EXAMINE', 'SELECT INBOX', 'UID SEARCH'])
})

test('a mail that a folder tells of before it is there is looked for once more', async () => {
  let opened = 0
  await using imap = await startFakeImap({
    answer: idling((send, command) => {
      if (command.startsWith('STATUS')) send('* STATUS "Moved" (UIDVALIDITY 1 UIDNEXT 6)\r\n')
      if (command.startsWith('EXAMINE')) opened += 1
    }),
  })
  await using watched = await watchAt(imap, 20, { folder: 'Moved', folder_seen: '1 5' })
  const { database } = watched.server
  const seen = () => database.selectFrom('mailboxes').select('folder_seen').executeTakeFirst()
  await expect.poll(seen).toEqual({ folder_seen: '1 6' })
  expect(opened).toBe(2)
})
