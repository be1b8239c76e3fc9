import { describe, expect, test as plainTest } from 'vitest'
import { dayMs, hourMs, secondMs } from '../../../server/core/clock.ts'
import { readCorrespondents } from '../../../server/judge/learning/correspondents.ts'
import {
  folder,
  honest,
  imapNames,
  isHere,
  type MailboxLab,
  phishing,
  startMailboxLab,
} from '../../support/mailboxes/lab.ts'
import { provesOnce } from '../../support/suite.ts'
import { until } from '../../support/until.ts'
import { makeSession } from '../../support/worlds/factories.ts'
import { makeFlag, makeGatewayKey } from '../../support/worlds/mail-factories.ts'

/** The user's opinions, said by moving mails. */
async function opinions({ server }: MailboxLab): Promise<string[]> {
  return (await server.acts('mail-report')).map(({ detail }) => detail)
}

/** The junk folder is seen as it is, empty, and Aman's with its first mail. */
async function foldersAreSeen({ server: { database } }: MailboxLab): Promise<void> {
  const seen = () => database.selectFrom('mailboxes').select(['junk_seen', 'folder_seen']).execute()
  const [junk_seen, folder_seen] = [/ 1$/, / 2$/].map((it) => expect.stringMatching(it))
  await expect.poll(seen).toEqual([{ junk_seen, folder_seen }])
}

/** A mailbox out of which a server moves dangerous mail. */
async function startWatch(options: Parameters<typeof startMailboxLab>[0]) {
  const lab = await startMailboxLab(options)
  await lab.connect('move')
  return { ...lab, worker: lab.startWorker() }
}

async function isShown(lab: MailboxLab, part: object): Promise<void> {
  await expect.poll(() => lab.shown()).toMatchObject(part)
}

const modes = [
  ['with MOVE and IDLE', {}],
  ['without both', { isOld: true }],
  ['by STARTTLS', { security: 'starttls' }],
] as const

describe.each(provesOnce ? (['dovecot'] as const) : imapNames)('a mailbox at %s', (at) => {
  const test = plainTest.skipIf(!isHere(at))
  test.each(modes)(
    '%s: a dangerous mail is counted and moved, others stay as they are',
    async (_, options) => {
      await using lab = await startMailboxLab({ at, ...options })
      await lab.imap.deliver('rania', phishing('before'))
      await lab.connect('move')
      lab.startWorker()
      await lab.imap.deliver('rania', honest('minutes'))
      await lab.imap.deliver('rania', phishing('limited'))
      await lab.holds(2, 1)
      await isShown(lab, {
        state: 'active',
        problem: null,
        moved: [{ subject: 'limited', sender_domain: 'paypa1-secure.top', is_returning: false }],
      })
      expect((await lab.levels()).sort()).toEqual(['safe', 'suspicious'])
      const [moved = ''] = await lab.imap.mailsIn('rania', folder)
      expect(moved.replaceAll('\r', '')).toBe(phishing('limited'))
      await using client = await lab.openClient()
      for (const path of ['INBOX', folder]) {
        await client.mailboxOpen(path, { readOnly: true })
        expect(await client.search({ seen: true })).toEqual([])
      }
      const { body } = await lab.server.get('/api/dashboard/employee', { token: lab.token })
      const fate = { email_subject: 'limited', disposition: 'moved' }
      expect(body).toMatchObject({
        total_emails_scanned: 2,
        phishing_emails_caught: 1,
        recent_phishing_emails: [fate],
      })
      const messages = await lab.server.get('/api/messages?level=suspicious', { token: lab.token })
      expect(messages.body).toMatchObject([fate])
    },
  )

  test('mail from before stays unjudged, also in an inbox that its server opens for the first time', async () => {
    await using lab = await startMailboxLab({ at })
    await lab.imap.deliver('rania', phishing('before'))
    await lab.connect('move')
    const { database } = lab.server
    const ofMailbox = () =>
      database.selectFrom('mailboxes').select(['uid_validity', 'last_uid']).executeTakeFirst()
    const connected = await ofMailbox()
    // Courier makes a UIDVALIDITY of the second.
    const second = () => Math.floor(Date.now() / secondMs)
    const before = second()
    expect(await until(() => second() > before)).toBe(true)
    await using client = await lab.openClient()
    const { uidValidity } = await client.mailboxOpen('INBOX')
    expect(connected).toEqual({ uid_validity: String(uidValidity), last_uid: '1' })
  })

  test.each([
    ['tell', []],
    ['mark', ['$Phishing']],
  ] as const)('where the user wants %s, the mail stays in the inbox', async (action, keywords) => {
    await using lab = await startMailboxLab({ at })
    await lab.connect(action)
    lab.startWorker()
    await lab.imap.deliver('rania', phishing('limited'))
    await expect.poll(() => lab.levels()).toEqual(['suspicious'])
    await using client = await lab.openClient()
    await client.mailboxOpen('INBOX')
    const flags = async () => {
      const found = await client.fetchOne('1', { flags: true })
      return found === false ? [] : [...(found.flags ?? [])].filter((it) => it.startsWith('$'))
    }
    await expect.poll(flags).toEqual(keywords)
    await lab.holds(1, 0)
  })

  test('a red flag moves mail that is harmless otherwise', async () => {
    await using lab = await startMailboxLab({ at })
    await makeFlag(lab.server, lab.user, { flag_type: 'red', value: 'supplier.example' })
    await lab.connect('move')
    lab.startWorker()
    await lab.imap.deliver('rania', honest('minutes'))
    await lab.holds(0, 1)
    expect(await lab.levels()).toEqual(['malicious'])
  })

  test('a new red flag moves mail of the last day where that is wanted, and a green flag none', async () => {
    await using lab = await startWatch({ at })
    await lab.imap.deliver('rania', honest('yesterday'))
    await expect.poll(() => lab.levels()).toHaveLength(1)
    lab.server.clock.pass(25 * hourMs)
    await lab.imap.deliver('rania', honest('minutes'))
    await lab.imap.deliver('rania', phishing('limited'))
    await lab.holds(2, 1)
    const token = await makeSession(lab.server, lab.user)
    const wish = { action: 'move', is_active: true, moves_last_day: true }
    const path = '/api/account/mailbox'
    await makeFlag(lab.server, lab.user, { flag_type: 'green', value: 'paypa1-secure.top' })
    await makeFlag(lab.server, lab.user, { flag_type: 'red', value: 'supplier.example' })
    expect((await lab.server.post(`${path}/settings`, { token, body: wish })).status).toBe(200)
    await lab.holds(1, 2)
    expect((await lab.imap.mailsIn('rania'))[0]).toContain('Subject: yesterday')
    const body = async () => (await lab.server.get(path, { token })).body
    await expect.poll(body).toMatchObject({
      mailbox: {
        moves_last_day: true,
        moved: expect.arrayContaining([
          expect.objectContaining({
            subject: 'minutes',
            detection_reason: 'You blocked this sender, but the mail was delivered',
          }),
        ]),
      },
    })
    expect(await opinions(lab)).toEqual([])
  })

  test.each([
    [true, ['supplier.example']],
    [false, []],
  ])('with consent (%s) the senders of earlier mail are known', async (knows_senders, known) => {
    await using lab = await startMailboxLab({ at })
    await using client = await lab.openClient()
    const { database, clock } = lab.server
    for (const days of [5, 35, 60, 100]) {
      const date = new Date(clock().getTime() - days * dayMs)
      const append = (path: string, text: string) =>
        client.append(path, text.replaceAll('\n', '\r\n'), [], date)
      await append('INBOX', honest(`of-${days}`))
      const results = 'Authentication-Results: mx.olive.example; spf=fail; dmarc=fail\n'
      await append('INBOX', results + phishing(`forged-${days}`))
      await append('Junk', honest(`spam-${days}`).replaceAll('supplier', 'spammer'))
    }
    await lab.connect('tell', { knows_senders })
    await database.updateTable('mailboxes').set({ authserv_id: 'mx.olive.example' }).execute()
    lab.startWorker()
    const { organizationId = '' } = lab.user
    await isShown(lab, { seen_at: expect.any(String) })
    const writers = await readCorrespondents(database, organizationId, clock())
    expect(writers.known).toEqual(known)
  })

  test.each(modes.slice(0, 2))(
    '%s: moving back is final and says honest, by hand and by Aman',
    async (_, options) => {
      await using lab = await startWatch({ at, ...options })
      await lab.imap.deliver('rania', phishing('first'))
      await lab.imap.deliver('rania', phishing('second'))
      await lab.holds(0, 2)
      await using client = await lab.openClient()
      await client.mailboxOpen(folder)
      await client.messageMove('1', 'INBOX')
      await isShown(lab, { moved: [{}] })
      const { moved } = Object(await lab.shown())
      const path = `/api/account/mailbox/mails/${moved[0].id}/move-back`
      expect((await lab.server.post(path, { token: lab.token })).status).toBe(200)
      await lab.holds(2, 0)
      await isShown(lab, { moved: [] })
      await lab.imap.deliver('rania', phishing('third'))
      await lab.holds(2, 1)
      expect(await opinions(lab)).toEqual(['honest', 'honest'])
      expect(await lab.levels()).toEqual(['suspicious', 'suspicious', 'suspicious'])
      expect((await lab.server.post(path, { token: lab.token })).code).toBe('unknown_moved_mail')
    },
  )

  test('a mail that its sender sends twice is not taken for one that the user moved back', async () => {
    await using lab = await startWatch({ at })
    await lab.imap.deliver('rania', phishing('limited'))
    await lab.holds(0, 1)
    await lab.imap.deliver('rania', phishing('limited').replace('; id limited', '; id again'))
    await lab.holds(0, 2)
    expect(await opinions(lab)).toEqual([])
    expect(await lab.levels()).toEqual(['suspicious'])
  })

  test("moving a mail to the junk folder or to Aman's is a report", async () => {
    await using lab = await startWatch({ at })
    await lab.imap.deliver('rania', phishing('limited'))
    await lab.holds(0, 1)
    await lab.imap.deliver('rania', honest('offers'))
    await lab.imap.deliver('rania', honest('prizes'))
    await expect.poll(() => lab.levels()).toHaveLength(3)
    await isShown(lab, { moved: [{}] })
    await using client = await lab.openClient()
    await client.mailboxOpen('INBOX')
    await foldersAreSeen(lab)
    await client.messageMove('1', 'Junk')
    await client.messageMove('1', folder)
    await expect.poll(() => opinions(lab)).toEqual(['dangerous', 'dangerous'])
  })

  test('what the user moved while no server watched is a report, also where Aman then moves more', async () => {
    await using lab = await startWatch({ at })
    await lab.imap.deliver('rania', phishing('limited'))
    await lab.imap.deliver('rania', honest('minutes'))
    // A mail that was not judged is not known.
    await expect.poll(() => lab.levels()).toHaveLength(2)
    await foldersAreSeen(lab)
    await lab.worker.stop()
    await using client = await lab.openClient()
    await client.mailboxOpen('INBOX')
    await client.messageMove('1', folder)
    await lab.imap.deliver('rania', phishing('closed'))
    lab.startWorker()
    await lab.holds(0, 3)
    await expect.poll(() => opinions(lab)).toEqual(['dangerous'])
    await lab.imap.deliver('rania', phishing('blocked'))
    await lab.holds(0, 4)
    expect(await opinions(lab)).toEqual(['dangerous'])
  })

  test('the first mail that the user moves to a junk folder is a report, also where the empty folder was numbered anew', async () => {
    await using lab = await startWatch({ at })
    await lab.imap.deliver('rania', honest('offers'))
    await expect.poll(() => lab.levels()).toHaveLength(1)
    const junkSeen = () => lab.server.database.selectFrom('mailboxes').select('junk_seen').execute()
    await expect.poll(junkSeen).toEqual([{ junk_seen: expect.stringMatching(/ 1$/) }])
    await lab.worker.stop()
    await lab.server.database.updateTable('mailboxes').set({ junk_seen: '7 1' }).execute()
    await using client = await lab.openClient()
    await client.mailboxOpen('INBOX')
    await client.messageMove('1', 'Junk')
    lab.startWorker()
    await expect.poll(() => opinions(lab)).toEqual(['dangerous'])
  })

  test('after three refusals of the password no more tries are made', async () => {
    await using lab = await startMailboxLab({ at })
    await lab.connect()
    await lab.imap.kill()
    await lab.imap.setPassword('rania', 'another one')
    await lab.imap.start()
    lab.startWorker()
    await isShown(lab, { state: 'refused', problem: 'password' })
    const refusals = lab.server.logged.filter((line) => line.includes('"problem":"password"'))
    expect(refusals).toHaveLength(3)
    await lab.imap.kill()
    await lab.imap.setPassword('rania', 'abcd efgh ijkl mnop')
    await lab.imap.start()
    await lab.server.post('/api/account/mailbox/settings', {
      token: lab.token,
      body: { action: 'tell', is_active: true },
    })
    await isShown(lab, { state: 'active', problem: null })
  })

  test('a mail is counted once, whichever of a gateway and the mailbox comes first', async () => {
    await using lab = await startMailboxLab({ at })
    const key = await makeGatewayKey(lab.server, lab.user.organizationId)
    const report = (id: string) =>
      lab.server.post('/api/scans', {
        token: key,
        body: {
          recipient: lab.user.email,
          sender: 'omar@supplier.example',
          subject: id,
          threat_level: 'safe',
          message_id: `<${id}@supplier.example>`,
        },
      })
    const reportOfRspamd = (id: string) =>
      lab.server.post('/api/rspamd', {
        token: key,
        body: {
          action: 'no action',
          symbols: [],
          rcpt: [lab.user.email],
          header_from: ['Omar <omar@supplier.example>'],
          subject: id,
          message_id: `${id}@supplier.example`,
        },
      })
    await lab.connect()
    await report('one')
    await reportOfRspamd('two')
    lab.startWorker()
    const ids = ['one', 'two', 'three', 'four']
    for (const id of ids) await lab.imap.deliver('rania', honest(id))
    const known = () => lab.server.database.selectFrom('mailbox_mails').select('scan_id').execute()
    await expect.poll(known).toHaveLength(4)
    expect((await report('three')).status).toBe(200)
    await reportOfRspamd('four')
    expect(await lab.levels()).toEqual(['safe', 'safe', 'safe', 'safe'])
    const billed = lab.server.database.selectFrom('monthly_scans').select('safe')
    expect(await billed.execute()).toEqual([{ safe: 4 }])
  })

  test('two servers watch a mailbox one at a time, and one goes on where the other ended', async () => {
    await using lab = await startMailboxLab({ at })
    await lab.connect('move')
    const { database, clock } = lab.server
    const alive_until = new Date(clock().getTime() + 20 * secondMs).toISOString()
    await database.insertInto('mailbox_watchers').values({ id: 'dead', alive_until }).execute()
    await database.updateTable('mailboxes').set({ watcher: 'dead' }).execute()
    lab.startWorker()
    lab.startWorker()
    await lab.imap.deliver('rania', phishing('limited'))
    const watchers = () => database.selectFrom('mailbox_watchers').select('id').execute()
    await expect.poll(watchers).toHaveLength(3)
    expect(await lab.levels()).toEqual([])
    clock.pass(21 * secondMs)
    await lab.holds(0, 1)
    expect(await lab.levels()).toEqual(['suspicious'])
  })

  test('a move that ended half-way is completed, and doubles nothing', async () => {
    await using lab = await startMailboxLab({ at, isOld: true })
    await lab.connect('tell')
    const worker = lab.startWorker()
    await lab.imap.deliver('rania', phishing('limited'))
    await expect.poll(() => lab.levels()).toEqual(['suspicious'])
    await worker.stop()
    await using client = await lab.openClient()
    await client.mailboxCreate([folder])
    await client.mailboxOpen('INBOX')
    await client.messageCopy('1', folder)
    const { database } = lab.server
    await database.updateTable('mailboxes').set({ folder, action: 'move' }).execute()
    await database.updateTable('mailbox_mails').set({ place: 'moving' }).execute()
    lab.startWorker()
    await lab.holds(0, 1)
    await isShown(lab, { moved: [{}] })
  })

  test('of two installations on one mailbox none undoes what the user did after the other', async () => {
    await using one = await startMailboxLab({ at })
    await using other = await startMailboxLab({ at, beside: one })
    await one.connect('move')
    await other.connect('move')
    const worker = other.startWorker()
    await one.imap.deliver('rania', phishing('first'))
    await one.holds(0, 1)
    await isShown(other, { moved: [{}] })
    await worker.stop()
    one.startWorker()
    await one.imap.deliver('rania', phishing('second'))
    await one.holds(0, 2)
    await isShown(one, { moved: [{}] })
    await using client = await one.openClient()
    await client.mailboxOpen(folder)
    await client.messageMove('2', 'INBOX')
    await isShown(one, { moved: [] })
    other.startWorker()
    await isShown(other, { problem: 'shared', state: 'active' })
    await one.imap.deliver('rania', phishing('third'))
    await one.holds(1, 2)
    expect([await opinions(one), await opinions(other)]).toEqual([['honest'], []])
    expect(await other.levels()).toContain('suspicious')
  })

  test('a folder that its user deletes is made again once a day, and mail stays till then', async () => {
    await using lab = await startWatch({ at })
    await lab.imap.deliver('rania', phishing('first'))
    await lab.holds(0, 1)
    await isShown(lab, { moved: [{}] })
    await using client = await lab.openClient()
    await client.mailboxDelete(folder)
    await lab.imap.deliver('rania', phishing('second'))
    await isShown(lab, { problem: 'cannot_move', state: 'active' })
    await lab.holds(1, 0)
    lab.server.clock.pass(dayMs)
    await lab.imap.deliver('rania', phishing('third'))
    await lab.holds(1, 1)
  })

  test('when the mailbox is full, the mail stays and the user is told', async () => {
    await using lab = await startWatch({ at, isOld: true, mostMails: 1 })
    await lab.imap.deliver('rania', phishing('limited'))
    await isShown(lab, { problem: 'full', moved: [] })
    await lab.holds(1, 0)
  })

  test('after the server forgot its UIDs, no mail is judged twice', async () => {
    await using lab = await startWatch({ at })
    await lab.imap.deliver('rania', honest('minutes'))
    await expect.poll(() => lab.levels()).toHaveLength(1)
    await lab.worker.stop()
    await lab.imap.kill()
    await lab.imap.forgetUids('rania')
    await lab.imap.start()
    await lab.imap.deliver('rania', phishing('limited'))
    lab.startWorker()
    await lab.holds(1, 1)
    expect((await lab.levels()).sort()).toEqual(['safe', 'suspicious'])
  })

  test('while the mail server is gone the watch waits, and then goes on', async () => {
    await using lab = await startWatch({ at })
    await lab.imap.deliver('rania', honest('minutes'))
    await expect.poll(() => lab.levels()).toHaveLength(1)
    await lab.imap.stop()
    await isShown(lab, { problem: 'unreachable', state: 'active' })
    await lab.imap.start()
    await lab.imap.deliver('rania', phishing('limited'))
    await lab.holds(1, 1)
    await isShown(lab, { problem: null })
  })

  test('disconnecting erases the password and what was known, and leaves the mail', async () => {
    await using lab = await startWatch({ at })
    await lab.imap.deliver('rania', phishing('limited'))
    await lab.holds(0, 1)
    const { server, token } = lab
    expect((await server.delete('/api/account/mailbox', { token })).status).toBe(200)
    for (const table of ['mailboxes', 'mailbox_mails'] as const) {
      expect(await server.database.selectFrom(table).selectAll().execute()).toEqual([])
    }
    expect(await until(async () => (await lab.shown()) === null)).toBe(true)
    await lab.holds(0, 1)
  })
})
