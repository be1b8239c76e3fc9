import { describe, expect, test } from 'vitest'
import { Random } from '../../../training/random.ts'
import { generateMails } from '../../../training/render/mails.ts'
import { readTexts } from '../../../training/render/texts.ts'
import { clinic, judge, makeMail } from '../../support/judge/mails.ts'
import { friendly, plainest, type Said, ways, writeMail } from '../../support/judge/ways.ts'
import { provesOnce } from '../../support/suite.ts'

const attacks: readonly Said[] = [
  {
    sender: 'Mail Admin <postmaster@relay-quota.com>',
    subject: 'Mailbox alert',
    paragraphs: [
      'Dear user,',
      'your mailbox storage is 98% full. Verify your account and sign in with your password within 24 hours, otherwise your mailbox will be deactivated.',
      'Mail administrator',
    ],
    link: ['Add storage', 'https://relay-quota.com/owa/?u=hala'],
  },
  {
    sender: 'Arab Bank <security@alerts-portal.top>',
    subject: 'Account restricted',
    paragraphs: [
      'Dear customer,',
      'we noticed unusual activity and your account has been limited. Confirm your identity and update your password today, or it will be permanently closed.',
    ],
    link: ['www.arabbank.com', 'https://login.evil-site.example/x'],
  },
]

const honest: readonly Said[] = [
  {
    sender: 'Nader Khoury <nader@cedar-print.example>',
    subject: 'Minutes of Tuesday',
    paragraphs: ['Hello Hala,', friendly],
    link: ['The list', 'https://www.cedar-print.example/minutes'],
  },
  {
    sender: 'Larkspur Books <news@larkspur.example>',
    subject: 'New in November',
    paragraphs: [
      'Dear reader,',
      'three new books came in this month, and the reading evening is on Friday at six. We keep a seat for you.',
      'Larkspur Books, Amman',
    ],
    link: ['See the books', 'https://www.larkspur.example/november'],
  },
]

describe.each(Object.keys(ways))('a mail %s', (way) => {
  test('is judged as it is in its plainest form', async () => {
    for (const said of attacks) {
      const plain = await judge(writeMail(said, plainest(way)))
      expect(plain.level).toBe('suspicious')
      const { score } = await judge(writeMail(said, way))
      expect(score, said.subject).toBeGreaterThan(plain.score - 0.1)
    }
    for (const said of honest) {
      expect(await judge(writeMail(said, way)), said.subject).toMatchObject({ level: 'safe' })
    }
  })
})

/** Between friendly text and an attack, one of which follows the other out of sight. */
const between = {
  nothing: '',
  'lines of dashes': '--\n'.repeat(201),
  'lines of dots': '. .\n'.repeat(60),
  'lines of all kinds': '-- \n==\n\n*\n'.repeat(40),
}

describe.each(Object.entries(between))('friendly text with %s beside an attack', (_, gap) => {
  test.each(attacks)('hardly lowers its score: $subject', async (said) => {
    for (const way of ['a page', 'a plain text']) {
      const plain = await judge(writeMail(said, way))
      expect(plain.level).toBe('suspicious')
      for (const paragraphs of [
        [friendly, gap, ...said.paragraphs],
        [...said.paragraphs, gap, friendly],
      ]) {
        const { level, score } = await judge(writeMail({ ...said, paragraphs }, way))
        expect(level).toBe('suspicious')
        expect(score).toBeGreaterThan(plain.score - 0.1)
      }
    }
    const paragraphs = [friendly, friendly, friendly, gap, ...said.paragraphs, friendly, friendly]
    expect(await judge(writeMail({ ...said, paragraphs }, 'a page'))).toMatchObject({
      level: 'suspicious',
    })
  })
})

test.each(['report.pdf.exe', 'invoice.js', 'open.lnk', 'form.hta', 'invoice.docm', 'bill.exe.'])(
  'a file that runs marks a mail, however friendly it is: %s',
  async (name) => {
    const raw = `From: Nader <nader@cedar-print.example>\nTo: hala@olivebranch.example\nSubject: Invoice\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n${friendly}\n--b\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename="${name}"\n\nMZ\n--b--\n`
    const { level, reasons } = await judge(Buffer.from(raw))
    expect(level).toBe('suspicious')
    expect(reasons[0]?.code).toBe('dangerous_attachment')
  },
)

test.each([
  [
    'asks_for_gift_cards',
    'I am in a meeting. Could you please buy three Amazon gift cards of one hundred each and send me the codes',
  ],
  [
    'changed_bank_details',
    'رجاءً حوّلوا دفعة هذا الشهر إلى حسابنا الجديد لأن الحساب القديم مغلق بسبب التدقيق السنوي',
  ],
])('a text says the same wherever its lines break: %s', async (code, text) => {
  const judged = async (paragraph: string) => {
    const said = { sender: 'Omar <omar@gmail.com>', subject: 'Hello', paragraphs: [paragraph] }
    const { score, reasons } = await judge(writeMail(said, 'a plain text'))
    return { score, codes: reasons.map((it) => it.code) }
  }
  const usual = await judged(text)
  expect(usual.codes).toContain(code)
  for (const { index } of text.matchAll(/(?<!\.) /g)) {
    for (const end of ['\n', ' \n', '\r\n']) {
      expect(await judged(`${text.slice(0, index)}${end}${text.slice(index + 1)}`)).toEqual(usual)
    }
  }
})

const disguised =
  'Content-Type: text/plain\n\nHello, please see the attached message and tell me. Regards, Rania Haddad\n--b\nContent-Type: message/rfc822\n\nFrom: Rania <rania@partner-firm.example>\nSubject: Minutes\nContent-Type: text/html\n\n<p>Hello, the invoice for October can be paid in the portal: <a href="https://login.evil-site.example/x">www.cairotrust.example</a>. Best regards, Rania</p>'
const invitation = (text: string) =>
  `Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nBEGIN:VEVENT\n${text}\nEND:VEVENT\nEND:VCALENDAR`

test.each([
  ['link_text_names_another_site', 'suspicious', disguised],
  [
    'asks_for_password',
    'suspicious',
    invitation(
      'SUMMARY:Your password expires\nDESCRIPTION:Sign in at https://partner-firm.example/x to keep your account',
    ),
  ],
  [
    undefined,
    'safe',
    invitation(
      'SUMMARY:Minutes of Tuesday\nDESCRIPTION:Join at https://meet.partner-firm.example/7 and enter the password 4821',
    ),
  ],
])('what a stranger attaches is judged like the mail: %s', async (code, level, part) => {
  const raw = `From: Rania <rania@partner-firm.example>\nTo: hala@olivebranch.example\nSubject: Fwd\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n${part}\n--b--\n`
  const judgement = await judge(Buffer.from(raw))
  const against = judgement.reasons.filter(({ speaks }) => speaks === 'against')
  expect([judgement.level, against[0]?.code]).toEqual([level, code])
})

/** Apart from the other tests of judgements: these take seconds, which each mutant would take too. */

test('a mail that was changed at random still gets an answer', async () => {
  const random = new Random(11)
  const texts = readTexts().filter((_, index) => index % 9 === 0)
  const sources = [...generateMails(texts, 5, 1)].map(({ raw }) => raw)
  for (let count = 0; count < (provesOnce ? 60 : 200); count += 1) {
    const source = sources[count % sources.length] ?? makeMail({})
    const bytes = Uint8Array.from(source)
    for (let change = 0; change < 30; change += 1) {
      bytes[Math.floor(random.next() * bytes.length)] = Math.floor(random.next() * 256)
    }
    const from = Math.floor(random.next() * bytes.length)
    const cut = random.next() < 0.3 ? bytes.subarray(from) : bytes
    const { score } = await judge(cut)
    expect(score >= 0 && score <= 1).toBe(true)
  }
})

/** Milliseconds of processor time, the least of three runs, or of as many as it takes to be short. */
async function timeOf(mail: Uint8Array, shortMs = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && least > shortMs; run += 1) {
    const began = process.threadCpuUsage()
    await judge(mail, clinic)
    const { user, system } = process.threadCpuUsage(began)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

test('time grows with the length of a mail, and not with its square', async () => {
  const shapes: readonly ((length: number) => string)[] = [
    (length) => '<div>'.repeat(length / 5),
    (length) => '<a href="https://x.example/">https://y.example '.repeat(length / 46),
    (length) => 'a'.repeat(length),
    (length) => '=3D'.repeat(length / 3),
    (length) => 'www.'.repeat(length / 4),
    (length) => 'password is IBAN JO94 '.repeat(length / 22),
    (length) => '--b\n'.repeat(length / 4),
    (length) => `${'> '.repeat(50)}\n`.repeat(length / 101),
    (length) => 'please keep the new bank account of our list '.repeat(length / 45),
    (length) => 'نرجو تحويل المبلغ إلى حسابنا الجديد '.repeat(length / 36),
  ]
  await judge(makeMail({}))
  for (const shape of shapes) {
    for (const type of ['text/html', 'text/plain']) {
      const small = await timeOf(makeMail({ type, body: shape(50_000) }))
      // Twenty times the length: a square would take 400 times as long.
      const mostMs = Math.max(small, 4) * 80
      const large = await timeOf(makeMail({ type, body: shape(1_000_000) }), mostMs)
      expect(large).toBeLessThan(mostMs)
    }
  }
})
