import { describe, expect, test } from 'vitest'
import { judge } from '../../support/judge/mails.ts'
import { friendly, plainest, type Said, ways, writeMail } from '../../support/judge/ways.ts'

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

test.each(attacks)('friendly text around an attack does not free it: $subject', async (said) => {
  for (const paragraphs of [
    [friendly, ...said.paragraphs],
    [...said.paragraphs, friendly],
    [friendly, friendly, friendly, ...said.paragraphs, friendly, friendly],
  ]) {
    const { level } = await judge(writeMail({ ...said, paragraphs }, 'a page'))
    expect(level).toBe('suspicious')
  }
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
