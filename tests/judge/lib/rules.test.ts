import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseWords } from '../../../contract/core/words/parse-words.ts'
import { judgeMail } from '../../../judge/judge.ts'
import type { Knowledge } from '../../../judge/knowledge.ts'
import { correspondentOf, isFirm } from '../../../judge/lists/correspondent.ts'
import { isFreeMail } from '../../../judge/lists/lists.ts'
import { reasonCodes } from '../../../judge/reasons/codes.ts'
import { Random } from '../../../training/random.ts'
import {
  archive,
  clinic,
  codesOf,
  judge,
  makeMail,
  withFile,
  wordless,
} from '../../support/judge/mails.ts'

const situation = v.strictObject({
  from: v.string(),
  to: v.optional(v.string()),
  replyTo: v.optional(v.string()),
  /** The gateway's finding by DMARC; left out where it says nothing. */
  auth: v.optional(v.picklist(['pass', 'fail'])),
  reply: v.optional(v.boolean(), false),
  subject: v.string(),
  text: v.string(),
})

const organization = v.strictObject({
  domain: v.string(),
  people: v.record(v.string(), v.string()),
  correspondents: v.array(v.string()),
})

interface Situation {
  readonly id: string
  readonly raw: Uint8Array
  readonly knowledge: Knowledge
}

const folder = join(import.meta.dirname, '../../../training/situations')

/** Mails that the rules were thought out on, with what their organization knows; for no measurement. */
function readSituations(language: 'en' | 'ar', kind: 'attacks' | 'honest'): Situation[] {
  const facts = v.parse(v.record(v.string(), organization), read('organizations'))[language]
  if (facts === undefined) throw new Error(`No organization of ${language}`)
  const name = `${language}-${kind}`
  return v.parse(v.array(situation), read(name)).map((it, index) => ({
    id: `${name}-${index + 1} ${it.subject}`,
    raw: rawOf(it, facts.domain),
    knowledge: knowledgeOf(facts),
  }))
}

function read(name: string): unknown {
  return parse(readFileSync(join(folder, `${name}.yaml`), 'utf8'))
}

function rawOf(it: v.InferOutput<typeof situation>, domain: string): Uint8Array {
  const { from, subject, text, auth, replyTo, reply } = it
  const headers = [
    `Received: from mail.sender.example (mail.sender.example [203.0.113.9]) by mx.${domain} with ESMTPS; Tue, 3 Mar 2026 09:14:00 +0000`,
    `Authentication-Results: mx.${domain}; ${auth === undefined ? 'none' : `dmarc=${auth}`}`,
    'Date: Tue, 3 Mar 2026 11:13:58 +0200',
    'Message-ID: <20260303111358.7741@mail.sender.example>',
    ...(replyTo === undefined ? [] : [`Reply-To: ${replyTo}`]),
    ...(reply ? [`In-Reply-To: <8123@${domain}>`] : []),
  ]
  return makeMail({ from, to: it.to ?? `office@${domain}`, subject, headers, body: text })
}

function knowledgeOf(facts: v.InferOutput<typeof organization>): Knowledge {
  const firms = facts.correspondents.filter((it) => !it.includes('@'))
  return {
    domains: [facts.domain],
    people: Object.entries(facts.people).map(([name, local]) => ({
      name,
      address: `${local}@${facts.domain}`,
    })),
    isCorrespondent: (address) =>
      facts.correspondents.some((it) => address === it || address.endsWith(`@${it}`)),
    correspondentDomains: firms,
    authservId: `mx.${facts.domain}`,
  }
}

const transfer =
  'Omar here. I need you to process a wire transfer to a new supplier before noon today. Keep this confidential, I am in a meeting and cannot take calls. Send me the confirmation.'

async function found(mail: Parameters<typeof makeMail>[0], knowledge: Knowledge = clinic) {
  const judgement = await judge(makeMail(mail), knowledge)
  return {
    level: judgement.level,
    against: codesOf(judgement),
    inFavour: codesOf(judgement, 'for'),
  }
}

test.each([
  ['clin1c.example', 'lookalike_of_own_domain'],
  ['suplier.example', 'lookalike_of_correspondent'],
  ['medequlp.com', 'lookalike_of_correspondent'],
  ['rnedequ1p.com', 'lookalike_of_correspondent'],
])('the domain %s is named as a look-alike', async (domain, code) => {
  const { level, against } = await found({
    from: `Accounts <billing@${domain}>`,
    subject: 'Invoice 2291',
    body: 'Dear Rania, please find the outstanding invoice. Kindly process the payment this week.',
  })
  expect(against).toContain(code)
  expect(level).toBe('suspicious')
})

test('an IBAN with wrong check digits is none', async () => {
  const told = async (iban: string) => {
    const body = `Please pay the overdue invoice today, and tell no one: IBAN ${iban}.`
    return (await found({ from: 'Claims <claims@unknown.example>', body })).against
  }
  expect(await told('JO94CBJO0010000000000131000302')).toContain('unknown_bank_account')
  expect(await told('JO95CBJO0010000000000131000302')).not.toContain('unknown_bank_account')
})

test('an answer to a thread that the organization did not begin is named', async () => {
  const body =
    'Please open the order: https://orders.elsewhere.example/login. Verify your password.'
  const first = { from: 'Sales <sales@stranger.example>', subject: 'Re: Your order', body }
  expect((await found(first)).against).toContain('thread_not_begun_here')
  const real = { ...first, headers: ['In-Reply-To: <7@clinic.example>'] }
  expect((await found(real)).against).not.toContain('thread_not_begun_here')
})

test('a link whose text names another site is named with both', async () => {
  const mail = makeMail({
    type: 'text/html; charset=utf-8',
    body: '<p>Dear customer, sign in to confirm your account:</p><a href="https://login.thief.example/x">www.bank.example</a>',
  })
  const { reasons } = await judge(mail)
  const reason = reasons.find(({ code }) => code === 'link_text_names_another_site')
  expect(reason?.values).toEqual({ text: 'bank.example', target: 'thief.example' })
  expect(reason?.place).toEqual({ part: 'link', text: 'www.bank.example' })
})

describe('what the own gateway found out', () => {
  const results = (id: string, dmarc: string) =>
    `Authentication-Results: ${id}; dmarc=${dmarc} header.from=clinic.example`
  const mail = { from: 'Omar Haddad <omar@clinic.example>', subject: 'Invoice', body: transfer }

  test('counts where its header is the topmost', async () => {
    const failed = await found({ ...mail, headers: [results('mx.clinic.example', 'fail')] })
    expect(failed.against).toContain('own_domain_forged')
    expect(failed.level).toBe('suspicious')
    const passed = await found({ ...mail, headers: [results('mx.clinic.example', 'pass')] })
    expect(passed.inFavour).toContain('authentication_passed')
  })

  test('is not taken from a header that the sender wrote', async () => {
    const forged = await found({
      ...mail,
      headers: [results('mx.clinic.example', 'fail'), results('mx.clinic.example', 'pass')],
    })
    expect(forged.against).toContain('own_domain_forged')
    const foreign = await found({ ...mail, headers: [results('mx.evil.example', 'pass')] })
    expect(foreign.inFavour).not.toContain('authentication_passed')
  })
})

test('a known correspondent speaks for a mail, and a first contact is said', async () => {
  expect((await found({})).inFavour).toContain('known_correspondent')
  const first = await found({
    from: 'New <new@stranger.example>',
    body: `${transfer} IBAN DE89370400440532013000`,
  })
  expect(first.level).toBe('suspicious')
  expect(first.against).toContain('first_contact')
})

test('a locked archive whose password stands in the text is named', async () => {
  const text = 'The invoice is attached. The password is 4471.'
  const locked = withFile(text, 'bill.zip', 'application/zip', archive(1))
  const judgement = await judge(makeMail(locked), clinic)
  expect(codesOf(judgement)).toContain('archive_with_password_in_text')
  expect(judgement.unread).toContain('encrypted_attachment')
})

describe('a stranger who leads to what honest senders have at home', () => {
  const accuses =
    'Our client found pictures on your page that belong to them. If you do not answer within 48 hours, the page is removed.'
  const accusesInArabic = 'صفحتكم تنتهك حقوق النشر. ما لم تعترضوا خلال 48 ساعة، سيجري حذف الصفحة.'
  const judged = async (body: string, from = 'Legal <legal@rights-case.example>') => {
    const judgement = await judgeMail(makeMail({ from, body }), clinic, { model: wordless(0.7) })
    return [judgement.level, codesOf(judgement)[0]]
  }

  test.each([
    ['link_to_free_hosting', 'Your new salary: https://staff-pay.web.app/login'],
    ['link_to_free_hosting', 'كشف راتبك الجديد: https://staff-pay.weebly.com/account'],
    ['threatens_with_loss', `${accuses} The evidence: https://rights-case.example/8841`],
    ['threatens_with_loss', `${accusesInArabic} الدليل: https://rights-case.example/8841`],
  ])('is marked for %s: %s', async (code, body) => {
    expect(await judged(body)).toEqual(['suspicious', code])
    expect((await judged(body, 'Lena <lena@supplier.example>'))[0]).toBe('safe')
  })

  test.each([
    'The pictures of the party: https://party-of-may.web.app/pictures',
    accuses,
    accusesInArabic,
    'We removed two pictures from our page: https://rights-case.example/8841',
    'أزلنا صورتين من صفحتنا: https://rights-case.example/8841',
  ])('is not for: %s', async (body) => {
    expect((await judged(body))[0]).toBe('safe')
  })
})

async function marked(situations: readonly Situation[], score: number): Promise<string[]> {
  const model = wordless(score)
  const found: string[] = []
  for (const { id, raw, knowledge } of situations) {
    const { level } = await judgeMail(raw, knowledge, { model })
    if (level === 'suspicious') found.push(id)
  }
  return found
}

test.each(['en', 'ar'] as const)(
  'frauds in %s are marked though their words seem honest',
  async (language) => {
    const frauds = readSituations(language, 'attacks')
    expect(frauds.length).toBeGreaterThan(100)
    const found = await marked(frauds, 0.2)
    expect(frauds.map(({ id }) => id).filter((id) => !found.includes(id))).toEqual([])
  },
)

test.each(['en', 'ar'] as const)(
  'honest mail in %s is not marked though its words seem fraudulent',
  async (language) => {
    const honest = readSituations(language, 'honest')
    expect(honest.length).toBeGreaterThan(100)
    expect(await marked(honest, 0.4)).toEqual([])
  },
)

/*
 * Words of letters count where a mail has nothing to open. So two models of letters, one for which all are
 * frauds and one for which all are honest, tell whether a mail counts as a letter.
 */

const adviser = 'Nadim Sayegh <nadim@sayegh-advisers.example>'
const html = { type: 'text/html; charset=utf-8' }

async function isLetter(parts: Parameters<typeof makeMail>[0]): Promise<boolean> {
  const [fraud = 0, honest = 0] = await Promise.all(
    [2.5, -2].map(async (bias) => {
      const model = wordless(0.3)
      const letters = () => bias
      const mail = makeMail({ from: adviser, ...parts })
      return (await judgeMail(mail, clinic, { model: { ...model, letters } })).score
    }),
  )
  return fraud > honest
}

const say = (more: string) => ({ body: `Good morning Rania, here is what we spoke about. ${more}` })
const page = (more: string) => ({ ...html, body: `<p>Good morning Rania</p>${more}` })

const attached = (...file: readonly [string, string, string]) =>
  withFile('Good morning Rania, please find it attached.', ...file)

test.each([
  ['no link', say('')],
  ['the address of the sender', say('https://sayegh-advisers.example')],
  ["the sender's front page", say('https://sayegh-advisers.example/')],
  ['a front page by its file', say('https://www.sayegh-advisers.example/index.html')],
  ["a language of the sender's site", say('https://sayegh-advisers.example/ar/')],
  ['a front page in capitals', page('<a href="HTTPS://SAYEGH-ADVISERS.EXAMPLE/EN">us</a>')],
  ['a page of the organization', say('https://intranet.clinic.example/rooms/4')],
  ['a page of a correspondent', say('https://supplier.example/orders/12')],
  ['an address to write to', page('<a href="mailto:nadim@sayegh-advisers.example">me</a>')],
  ['a document', attached('minutes.pdf', 'application/pdf', '%PDF-1.7')],
  ['an archive', attached('list.zip', 'application/zip', archive(0))],
])('a mail with %s is judged by the words of letters', async (_, parts) => {
  expect(await isLetter(parts)).toBe(true)
})

test.each([
  ["another page of the sender's", say('https://sayegh-advisers.example/pay/12')],
  [
    'a page whose name begins like a front page',
    say('https://sayegh-advisers.example/index.php/pay'),
  ],
  ['a page that ends like a front page', say('https://sayegh-advisers.example/pay/en')],
  ['a front page with a query', say('https://sayegh-advisers.example/?pay=12')],
  ['the front page of another site', say('https://forms.example')],
  ['a page in the link itself', page('<a href="data:text/html,hello">see</a>')],
  ['a script in the link', page('<a href="JavaScript:go()">see</a>')],
  ['a script of an old browser', page('<a href="vbscript:go()">see</a>')],
  ['a page out of memory', page('<a href="blob:https://a.example/1">see</a>')],
  ['a form', page('<form action="https://sayegh-advisers.example"><input name="a"></form>')],
  ['an attached page', attached('invoice.html', 'text/html', '<p>Hello</p>')],
  ['an attached program', attached('invoice.exe', 'application/octet-stream', 'MZ')],
  ['a locked archive', attached('list.zip', 'application/zip', archive(1))],
  ['the name of a brand', { ...say(''), from: 'PayPal <nadim@sayegh-advisers.example>' }],
  [
    'pictures alone',
    page('<img src="https://sayegh-advisers.example/a.png" width="600" height="800">'),
  ],
  ['a promise of coins', say('You have received 2 bitcoins.')],
  ['a promise of an inheritance', say('You are named as the next of kin.')],
  ['a promise of millions', say('The sum is 4.5 million US dollars.')],
  ['a promise in Arabic', say('لك نصيب في ميراث كبير')],
])('a mail with %s is not judged by the words of letters', async (_, parts) => {
  expect(await isLetter(parts)).toBe(false)
})

const judgeRoom = join(import.meta.dirname, '../../../judge')

describe('the room', () => {
  const files = readdirSync(judgeRoom, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  )

  test('uses nothing that only Node.js or only a browser has', () => {
    expect(files.length).toBeGreaterThan(15)
    for (const file of files) {
      const content = readFileSync(join(judgeRoom, file), 'utf8')
      expect(content, file).not.toMatch(
        /from 'node:|\bBuffer\b|\bprocess\.|\bwindow\b|\bdocument\b/,
      )
      expect(content, file).not.toMatch(/from '\.\.\/(?:\.\.\/)?(?:server|contract|src|training)\//)
    }
  })

  test('has a model of at most 300 kB', () => {
    const bytes = ['model', 'letters'].map(
      (it) => statSync(join(judgeRoom, `model/${it}.json`)).size,
    )
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(300_000)
  })

  test('takes hardly any other domain for a free provider', () => {
    const random = new Random(3)
    const wrong = Array.from(
      { length: 20_000 },
      () => `${random.next().toString(36).slice(2)}.example`,
    )
    expect(wrong.filter(isFreeMail).length).toBeLessThanOrEqual(20)
    expect(['gmail.com', 'outlook.com', 'yahoo.com', 'mail.com'].every(isFreeMail)).toBe(true)
  })
})

test.each([
  ['lena@news.supplier.example', 'supplier.example'],
  ['Lena@gmail.com', 'lena@gmail.com'],
  ['lena@mailinator.com', 'lena@mailinator.com'],
])(
  '%s is known as %s: a provider for anyone, for long or for minutes, is no firm',
  (address, known) => {
    expect(correspondentOf(address)).toBe(known)
    expect(isFirm(known)).toBe(!known.includes('@'))
    expect(isFirm('mailinator.com')).toBe(false)
  },
)

test('each reason has words in both languages', () => {
  const file = join(import.meta.dirname, '../../../judge/reasons/judge-reasons.words.yaml')
  const words = parseWords(file, readFileSync(file, 'utf8'))
  expect([...words.keys()].toSorted()).toEqual(reasonCodes.toSorted())
})

test('each reason against a mail has words for what a mail filter reports', () => {
  const file = join(import.meta.dirname, '../../../server/emails/sentences/judged.words.yaml')
  const words = parseWords(file, readFileSync(file, 'utf8'))
  const inFavour = [
    'known_correspondent',
    'authentication_passed',
    'sent_by_service',
    'resembles_honest',
    'links_of_sender',
    'nothing_to_open',
  ]
  const against = reasonCodes.filter((it) => !/^ordinary_/.test(it) && !inFavour.includes(it))
  const expected = [...against.map((it) => `judge_${it}`), 'judge_marks']
  expect([...words.keys()].toSorted()).toEqual(expected.toSorted())
})
