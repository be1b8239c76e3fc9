import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPlace } from '../support/browser/place.ts'
import { mailPrograms, senders, startTestLab, type TestLab } from '../support/mail-lab/start.ts'
import { startServer } from '../support/server/running-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import {
  type MadeUser,
  makeAlias,
  makeOrganization,
  makeUser,
  type Place,
} from '../support/worlds/factories.ts'
import { makeFlag, makeGatewayKey } from '../support/worlds/mail-factories.ts'

/*
 * Aman behind Postfix and rspamd of this machine with the printed configuration. All tests share the
 * programs, and flags that are there from the start.
 */

const domain = 'olivebranch.example'
const trusting = [`dina@${domain}`, `omar@${domain}`]

/** A recipient as the client writes it, and as Aman does. */
const spellings = [
  ['in capitals', 'Salma@OliveBranch.example', `salma@${domain}`],
  ['with a tag', `salma+offers@${domain}`, `salma@${domain}`],
  ['with both', `SALMA+Offers@${domain}`, `salma@${domain}`],
  ['as an alias', `accounts@${domain}`, `salma@${domain}`],
  ['with a number sign', `salma#1@${domain}`, `salma#1@${domain}`],
  ['in a domain of another script', 'hana@XN--Bcher-KVA.example', 'hana@xn--bcher-kva.example'],
] as const

/** The value of a flag, and the From of a mail that it stops. */
const values = [
  ['the address', 'layla@cedar-supplies.example', 'Layla@Cedar-Supplies.example'],
  ['an address with a tag', 'layla+new@cedar-supplies.example', 'layla+new@cedar-supplies.example'],
  ['its domain', 'cedar-supplies.example', 'layla@cedar-supplies.example'],
  ['a domain above', 'cedar-supplies.example', 'layla@mail.eu.cedar-supplies.example'],
  ['a domain in Punycode', 'xn--bcher-kva.example', 'x@xn--bcher-kva.example'],
  ['a domain in UTF-8', 'xn--bcher-kva.example', 'x@bücher.example'],
  ['a domain in capitals of UTF-8', 'xn--bcher-kva.example', 'x@BÜCHER.example'],
  ['a domain above in UTF-8', 'xn--bcher-kva.example', 'x@news.bücher.example'],
  // Each label in another form, which no line of the map has.
  ['a domain in both forms', 'xn--bcher-kva.xn--mgbh0fb.example', 'x@bücher.xn--mgbh0fb.example'],
  ['a domain in Arabic', 'xn--mgbh0fb.example', 'x@مثال.example'],
] as const
const flaggedBy = (words: string) =>
  `value-${values.findIndex(([name]) => name === words)}@${domain}`

/** Flags by the address of their owner. */
const flags: readonly (readonly [string, 'red' | 'green', string])[] = [
  [`salma@${domain}`, 'red', 'layla@cedar-supplies.example'],
  [`salma#1@${domain}`, 'red', 'layla@cedar-supplies.example'],
  ['hana@xn--bcher-kva.example', 'red', 'layla@cedar-supplies.example'],
  ...values.map(([words, value]) => [flaggedBy(words), 'red', value] as const),
  [`noor@${domain}`, 'red', 'cedar-supplies.example'],
  [`noor@${domain}`, 'green', 'layla@cedar-supplies.example'],
  [`yousef@${domain}`, 'red', 'cedar-supplies.example'],
  ...trusting.flatMap((recipient) =>
    ['cedar-supplies.example', 'pay@olive-branch-verify.example', 'quick-parcel.example'].map(
      (value) => [recipient, 'green', value] as const,
    ),
  ),
]

const offer = { subject: 'Our offer', text: 'Dear Salma, our offer of Tuesday stands.' }
/** Suspicious by its attachment and its link, which prove nothing. */
const suspicious = {
  subject: 'Your invoice',
  text: 'Dear Salma',
  html: '<a href="http://pay-quickly.example/7">https://www.olive-bank.example/7</a>',
  attachments: [{ filename: 'invoice.pdf.exe', content: `MZ${'x'.repeat(2000)}` }],
}
const virusSubject = 'The usual virus'
/** Stands in for a virus scanner, as rspamd names what one found. */
const virusScanner = `rspamd_config:register_symbol({
  name = 'CLAM_VIRUS',
  score = 4.0,
  callback = function(task) return task:get_subject() == '${virusSubject}' end,
})`
const refused = { code: 554, text: '5.7.1 Blocked by the recipient' }

describe.skipIf(mailPrograms === undefined)('flags at SMTP', () => {
  const parts = new AsyncDisposableStack()
  const users = new Map<string, MadeUser>()
  let place: Place
  let lab: TestLab

  beforeAll(async () => {
    const folder = parts.use(await temporaryFolder())
    const databaseUrl = `file:${join(folder.path, 'aman.db')}`
    place = parts.use(await openPlace(databaseUrl))
    const organizationId = await makeOrganization(place)
    const owners = new Set(flags.map(([owner]) => owner))
    for (const email of [...owners, `rami@${domain}`, `huda@${domain}`]) {
      users.set(email, await makeUser(place, { organizationId, email }))
    }
    for (const [owner, flag_type, value] of flags) {
      await makeFlag(place, userOf(owner), { flag_type, value })
    }
    await makeAlias(place, userOf(`salma@${domain}`), `accounts@${domain}`)
    const flagsKey = await makeGatewayKey(place, organizationId, 'flags')
    const server = parts.use(await startServer(databaseUrl))
    lab = parts.use(
      await startTestLab({
        origin: server.url,
        reportKey: await makeGatewayKey(place, organizationId),
        flagsKey,
        domains: [senders.bookshop.domain],
        aliases: { [`accounts@${domain}`]: `salma@${domain}` },
        rspamdFiles: { 'rspamd.local.lua': virusScanner },
      }),
    )
    for (const color of ['red', 'green'] as const) {
      const headers = { authorization: `Bearer ${flagsKey}` }
      const map = await fetch(`${server.url}/api/rspamd/flags/${color}`, { headers })
      const lines = (await map.text()).split('\n').filter((line) => /^[^#]/.test(line))
      await lab.flagsAre(color, lines.length)
    }
  }, 120_000)
  afterAll(() => parts.disposeAsync())
  beforeEach(() => {
    lab.mailboxes.received.length = 0
  })

  function userOf(email: string): MadeUser {
    const user = users.get(email)
    if (user === undefined) throw new Error(`${email} is no user`)
    return user
  }

  /** Aman's row of the last mail to a user. */
  function verdictOf(email: string) {
    return place.database
      .selectFrom('scans')
      .select(['threat_level', 'disposition'])
      .where('user_id', '=', userOf(email).id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  }

  /** @returns the recipients whose mailboxes the mail reached */
  async function delivered(): Promise<string[]> {
    await until(() => lab.mailboxes.received.length > 0)
    return lab.mailboxes.received
      .flatMap(({ envelope }) =>
        envelope.slice(1).map((line) => line.slice('RCPT TO:<'.length, -1)),
      )
      .sort()
  }

  const isMarked = () => /^X-Spam: Yes$/m.test(lab.mailboxes.received.at(-1)?.source ?? '')

  test('of three recipients only the one with the red flag loses the mail', async () => {
    const answer = await lab.send(senders.supplier, {
      ...offer,
      from: 'Layla <layla@cedar-supplies.example>',
      to: ['rami', 'salma', 'huda'].map((name) => `${name}@${domain}`),
    })
    expect(answer.code).toBe(250)
    expect(await delivered()).toEqual([`huda@${domain}`, `rami@${domain}`])
    expect(await verdictOf(`salma@${domain}`)).toMatchObject({ disposition: 'rejected' })
    for (const name of ['rami', 'huda']) {
      expect(await verdictOf(`${name}@${domain}`)).toMatchObject({ disposition: 'delivered' })
    }
  })

  test.each(spellings)('a recipient written %s loses the mail', async (_, written, owner) => {
    const mail = { ...offer, from: 'layla@cedar-supplies.example' }
    const shared = await lab.send(senders.supplier, { ...mail, to: [written, `rami@${domain}`] })
    expect(shared.code).toBe(250)
    expect(await delivered()).toEqual([`rami@${domain}`])
    expect(await verdictOf(owner)).toMatchObject({ disposition: 'rejected' })
    expect(await verdictOf(`rami@${domain}`)).toMatchObject({ disposition: 'delivered' })
    expect(await lab.send(senders.supplier, { ...mail, to: [written] })).toEqual(refused)
  })

  test.each(values)('a red flag on %s stops the mail', async (words, _, from) => {
    const envelope = {
      client: { address: senders.supplier.address, name: 'mail.cedar-supplies.example' },
      from: 'bounces@cedar-supplies.example',
      to: [flaggedBy(words)],
    }
    const lines = [`From: Someone <${from}>`, 'Subject: Hello', '', 'Hello Salma']
    expect(await lab.mail.deliver(envelope, Buffer.from(lines.join('\r\n')))).toEqual(refused)
  })

  test('a From that no domain can be is none, so that the flag on the sender of the envelope counts', async () => {
    const client = { address: senders.supplier.address, name: 'mail.cedar-supplies.example' }
    const envelope = { client, from: 'a@cedar-supplies.example', to: [`yousef@${domain}`] }
    const from = `a@${'long'.repeat(16)}.other.example`
    const lines = [`From: Someone <${from}>`, 'Subject: Hello', '', 'Hello Yousef']
    expect(await lab.mail.deliver(envelope, Buffer.from(lines.join('\r\n')))).toEqual(refused)
  })

  test('a green flag on an address goes before a red one on its domain', async () => {
    const from = 'layla@cedar-supplies.example'
    const to = [`noor@${domain}`, `yousef@${domain}`]
    await lab.send(senders.supplier, { ...offer, from, to })
    expect(await delivered()).toEqual([`noor@${domain}`])
  })

  test('a suspicious mail loses its mark where every recipient trusts its proven sender', async () => {
    const mail = { ...suspicious, from: 'layla@cedar-supplies.example' }
    await lab.send(senders.supplier, { ...mail, to: trusting })
    expect(await delivered()).toEqual(trusting)
    expect(isMarked()).toBe(false)
    expect(await verdictOf(`dina@${domain}`)).toMatchObject({ threat_level: 'safe' })

    lab.mailboxes.received.length = 0
    await lab.send(senders.supplier, { ...mail, to: [...trusting, `huda@${domain}`] })
    await delivered()
    expect(isMarked()).toBe(true)
    // On its owner's dashboard a green flag counts all the same.
    expect(await verdictOf(`dina@${domain}`)).toMatchObject({ threat_level: 'safe' })
    expect(await verdictOf(`huda@${domain}`)).toMatchObject({ threat_level: 'suspicious' })
  })

  test('those who lose the mail have no say in whether the others trust the sender', async () => {
    await lab.send(senders.supplier, {
      ...suspicious,
      from: 'layla@cedar-supplies.example',
      to: [`yousef@${domain}`, `dina@${domain}`],
    })
    expect(await delivered()).toEqual([`dina@${domain}`])
    expect(isMarked()).toBe(false)
  })

  test.each([
    ['a sender that nothing proves', senders.lookalike, 'pay@olive-branch-verify.example', 'Pay'],
    ['a forged sender', senders.lookalike, 'layla@cedar-supplies.example', 'Pay'],
    ['a sender on a list of phishers', senders.phisher, 'a@quick-parcel.example', 'Pay'],
    ['a mail with a virus', senders.supplier, 'layla@cedar-supplies.example', virusSubject],
  ])('a green flag does not help %s', async (_, sender, from, subject) => {
    const html = `${suspicious.html}<p>www.${sender.domain}</p>`
    const answer = await lab.send(sender, { subject, html, from, to: trusting })
    expect(answer.code).toBe(250)
    await delivered()
    expect(isMarked()).toBe(true)
    for (const recipient of trusting) {
      expect((await verdictOf(recipient))?.threat_level).not.toBe('safe')
    }
  })
})
