import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { senders } from '../support/mail-lab/senders.ts'
import { startStandIn } from '../support/mail-lab/stand-in.ts'
import { mailPrograms, startTestLab, type TestLab } from '../support/mail-lab/start.ts'
import { until } from '../support/until.ts'

/*
 * The printed configuration in Postfix and rspamd of this machine. All tests share the two programs,
 * and flags that are there from the start.
 */

const domain = 'olivebranch.example'
const trusting = [`dina@${domain}`, `omar@${domain}`]

/** A recipient as the client writes it, and as Aman does. */
const spellings = [
  ['in capitals', 'Salma@OliveBranch.example', `salma@${domain}`],
  ['with a tag', `salma+offers@${domain}`, `salma@${domain}`],
  ['with both', `SALMA+Offers@${domain}`, `salma@${domain}`],
  ['as an alias', `accounts@${domain}`, `accounts@${domain}`],
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
  ['a domain in Arabic', 'xn--mgbh0fb.example', 'x@مثال.example'],
] as const
const flaggedBy = (words: string) =>
  `value-${values.findIndex(([name]) => name === words)}@${domain}`

const red = [
  ...new Set(spellings.map(([, , recipient]) => `${recipient}|layla@cedar-supplies.example`)),
  ...values.map(([words, value]) => `${flaggedBy(words)}|${value}`),
  `noor@${domain}|cedar-supplies.example`,
  `yousef@${domain}|cedar-supplies.example`,
]
const green = [
  `noor@${domain}|layla@cedar-supplies.example`,
  ...trusting.flatMap((recipient) => [
    `${recipient}|cedar-supplies.example`,
    `${recipient}|pay@olive-branch-verify.example`,
    `${recipient}|quick-parcel.example`,
  ]),
]

const offer = { subject: 'Our offer', text: 'Dear Salma, our offer of Tuesday stands.' }
/** Suspicious by its attachment and its link, which prove nothing. */
const suspicious = {
  subject: 'Your invoice',
  text: 'Dear Salma',
  html: '<a href="http://pay-quickly.example/7">https://www.olive-bank.example/7</a>',
  attachments: [{ filename: 'invoice.pdf.exe', content: `MZ${'x'.repeat(2000)}` }],
}
const refused = { code: 554, text: '5.7.1 Blocked by the recipient' }

describe.skipIf(mailPrograms === undefined)('flags at SMTP', () => {
  let aman: Awaited<ReturnType<typeof startStandIn>>
  let lab: TestLab

  beforeAll(async () => {
    aman = await startStandIn({ red, green })
    lab = await startTestLab({
      origin: aman.origin,
      domains: [senders.bookshop.domain],
      aliases: { [`accounts@${domain}`]: `salma@${domain}` },
    })
    await Promise.all([lab.flagsAre('red', red.length), lab.flagsAre('green', green.length)])
  }, 120_000)
  afterAll(async () => {
    await lab?.[Symbol.asyncDispose]()
    await aman?.[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    lab.mailboxes.received.length = 0
    aman.reports.length = 0
  })

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
  const enforced = () =>
    aman.reports.at(-1)?.symbols.find(({ name }) => name === 'AMAN_ENFORCE')?.options

  test('of three recipients only the one with the red flag loses the mail', {
    tags: ['A441'],
  }, async () => {
    const answer = await lab.send(senders.supplier, {
      ...offer,
      from: 'Layla <layla@cedar-supplies.example>',
      to: ['rami', 'salma', 'huda'].map((name) => `${name}@${domain}`),
    })
    expect(answer.code).toBe(250)
    expect(await delivered()).toEqual([`huda@${domain}`, `rami@${domain}`])
    expect(enforced()).toEqual([`salma@${domain}`])
  })

  test.each(spellings)(
    'a recipient written %s loses the mail',
    { tags: ['A442'] },
    async (_, written) => {
      const mail = { ...offer, from: 'layla@cedar-supplies.example' }
      const shared = await lab.send(senders.supplier, { ...mail, to: [written, `rami@${domain}`] })
      expect(shared.code).toBe(250)
      expect(await delivered()).toEqual([`rami@${domain}`])
      // The names of the report, by which Aman knows its users.
      expect(aman.reports.at(-1)?.rcpt).toContain(enforced()?.[0])
      expect(await lab.send(senders.supplier, { ...mail, to: [written] })).toEqual(refused)
    },
  )

  test.each(values)(
    'a red flag on %s stops the mail',
    { tags: ['A443'] },
    async (words, _, from) => {
      const envelope = {
        client: { address: senders.supplier.address, name: 'mail.cedar-supplies.example' },
        from: 'bounces@cedar-supplies.example',
        to: [flaggedBy(words)],
      }
      const lines = [`From: Someone <${from}>`, 'Subject: Hello', '', 'Hello Salma']
      expect(await lab.mail.deliver(envelope, Buffer.from(lines.join('\r\n')))).toEqual(refused)
    },
  )

  test('a green flag on an address goes before a red one on its domain', {
    tags: ['A443'],
  }, async () => {
    const from = 'layla@cedar-supplies.example'
    const to = [`noor@${domain}`, `yousef@${domain}`]
    await lab.send(senders.supplier, { ...offer, from, to })
    expect(await delivered()).toEqual([`noor@${domain}`])
  })

  test('a suspicious mail loses its mark where every recipient trusts its proven sender', {
    tags: ['A444'],
  }, async () => {
    const mail = { ...suspicious, from: 'layla@cedar-supplies.example' }
    await lab.send(senders.supplier, { ...mail, to: trusting })
    expect(await delivered()).toEqual(trusting)
    expect(isMarked()).toBe(false)
    expect(aman.reports.at(-1)?.action).toBe('no action')

    lab.mailboxes.received.length = 0
    await lab.send(senders.supplier, { ...mail, to: [...trusting, `huda@${domain}`] })
    await delivered()
    expect(isMarked()).toBe(true)
    expect(aman.reports.at(-1)?.action).toBe('add header')
  })

  test('those who lose the mail have no say in whether the others trust the sender', {
    tags: ['A444'],
  }, async () => {
    await lab.send(senders.supplier, {
      ...suspicious,
      from: 'layla@cedar-supplies.example',
      to: [`yousef@${domain}`, `dina@${domain}`],
    })
    expect(await delivered()).toEqual([`dina@${domain}`])
    expect(isMarked()).toBe(false)
  })

  test.each([
    ['a sender that nothing proves', senders.lookalike, 'pay@olive-branch-verify.example'],
    ['a forged address of the trusted sender', senders.lookalike, 'layla@cedar-supplies.example'],
    ['a proven sender that is listed for phishing', senders.phisher, 'a@quick-parcel.example'],
  ])('a green flag does not help %s', { tags: ['A445'] }, async (_, sender, from) => {
    const html = `${suspicious.html}<p>www.${sender.domain}</p>`
    const answer = await lab.send(sender, { subject: 'Your invoice', html, from, to: trusting })
    expect(answer.code).toBe(250)
    await delivered()
    expect(isMarked()).toBe(true)
  })
})
