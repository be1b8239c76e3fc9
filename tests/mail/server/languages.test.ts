import { readFileSync } from 'node:fs'
import { CompiledQuery } from 'kysely'
import { createTransport } from 'nodemailer'
import { expect } from 'vitest'
import { type Locale, locales } from '../../../contract/core/locale.ts'
import { silenceMail } from '../../../server/gateways/arrivals/silence.ts'
import type { Notice } from '../../../server/mail/notice-text.ts'
import { noticeMail, queueMail, queueNotice } from '../../../server/mail/queue.ts'
import {
  composeMail,
  type QueuedMail,
  rightToLeftPart,
  UndeliverableError,
} from '../../../server/mail/transport.ts'
import { sendDueMails } from '../../../server/mail/worker.ts'
import { answerResets } from '../../../server/sign-in/links/answer-resets.ts'
import { inviteUser } from '../../../server/sign-in/links/invite-user.ts'
import { linkMail, newPasswordMail } from '../../../server/sign-in/links/link-mails.ts'
import { removalMail } from '../../../server/users/remove-user.ts'
import { pausedMail, pauseWebhook } from '../../../server/webhooks/attempts.ts'
import {
  lastSecretTo,
  linkOrigin,
  mailsTo,
  takeLink,
  withLinks,
} from '../../support/browser/links.ts'
import {
  createTestServer,
  type TestServer,
  visitHousekeeping,
} from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  makeOrganization,
  makeUser,
  signInAdmin,
  signInUser,
} from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeScan, reportScans } from '../../support/worlds/mail-factories.ts'

const recipient = { email: 'rania@firm.example', full_name: 'رانيا Haddad', username: 'rania.h' }
const link = { secret: 'a0B-_9', expiresAt: '2026-03-02T08:05:00.000Z' }
const origin = 'https://aman.firm.example'

interface Rendered {
  readonly subject: string
  readonly text: string
}

interface Row {
  readonly name: string
  readonly render: (locale: Locale) => Rendered
  /** Facts that the mail must state besides its words. */
  readonly facts: readonly string[]
}

const notices: readonly (readonly [Notice, readonly string[]])[] = [
  [
    {
      kind: 'new-browser',
      browser: 'Firefox',
      system: 'Windows',
      address: '2001:db8::7',
      at: link.expiresAt,
    },
    ['Firefox', 'Windows', '2001:db8::7'],
  ],
  [{ kind: 'new-browser', browser: '', system: '', address: '', at: link.expiresAt }, []],
  [{ kind: 'password-changed', by: 'user' }, []],
  [{ kind: 'password-changed', by: 'administrator' }, []],
  [
    { kind: 'email-changed', from: 'old@firm.example', to: 'new@firm.example' },
    ['old@firm.example', 'new@firm.example'],
  ],
  [{ kind: 'role-changed', from: 'employee', to: 'team_lead' }, []],
  [{ kind: 'role-changed', from: 'team_lead', to: 'super_admin' }, []],
  [{ kind: 'right-changed', isGiven: true }, []],
  [{ kind: 'right-changed', isGiven: false }, []],
  [{ kind: 'factor-added', name: 'Phone' }, ['Phone']],
  [{ kind: 'factor-removed', name: 'Phone' }, ['Phone']],
  [{ kind: 'factors-reset', also: [] }, []],
  [{ kind: 'recovery-codes-renewed' }, []],
  [{ kind: 'recovery-code-used', left: 7 }, ['7']],
]

const invited = { purpose: 'invitation', organization: 'Firm', inviter: 'Omar Haddad' } as const
const { full_name, username } = recipient
const invitations = ['', '365 Insurance & <Sons>'].flatMap((organization) =>
  ['', 'Omar Haddad'].map((inviter) => ({ organization, inviter })),
)
const url = 'https://hooks.example'

const mails: readonly Row[] = [
  ...invitations.map((about) => ({
    name: `invitation ${JSON.stringify(about)}`,
    render: (locale: Locale) =>
      linkMail(recipient, { purpose: 'invitation', ...about }, origin, link, locale),
    facts: [full_name, username, link.secret, '08:05', ...Object.values(about).filter(Boolean)],
  })),
  {
    name: 'password reset',
    render: (locale) => linkMail(recipient, { purpose: 'password-reset' }, origin, link, locale),
    facts: [full_name, username, link.secret, '08:05'],
  },
  {
    name: 'password set by a link',
    render: (locale) => newPasswordMail(recipient, locale),
    facts: [full_name, username],
  },
  {
    name: 'removal',
    render: (locale) => removalMail(recipient, locale),
    facts: [full_name, username],
  },
  {
    name: 'silence of a gateway',
    render: (locale) =>
      silenceMail({ to: 'it@firm.example', organization: 'Firm', since: link.expiresAt }, locale),
    facts: ['Firm', '08:05'],
  },
  ...(['failing', 'gone'] as const).map((pause) => ({
    name: `webhook paused: ${pause}`,
    render: (locale: Locale) => pausedMail('root@aman.example', `${url}/secret`, pause, locale),
    facts: [url],
  })),
  ...notices.map(([notice, facts]) => ({
    name: `notice ${JSON.stringify(notice)}`,
    render: (locale: Locale) => noticeMail(recipient, notice, locale),
    facts: [full_name, username, ...facts],
  })),
]

const inBoth = mails.flatMap((mail) => locales.map((locale) => ({ ...mail, locale })))

test.each(inBoth)('$name in $locale says everything', (mail) => {
  const { subject, text } = mail.render(mail.locale)
  for (const fact of mail.facts) expect(subject + text).toContain(fact)
  expect(subject + text).not.toMatch(/undefined|null|NaN|\[object|[{}]|Invalid Date/)
  expect(subject).not.toContain('\n')
  expect(text).toMatch(/[^\n]\n$/)
})

/** Names of protocols and of the product's parts, which have no Arabic letters. */
const sameInArabic = /\b(?:IP|webhook|410 Gone)\b/g

test.each(mails)('$name in Arabic has no English word', (mail) => {
  const { subject, text } = mail.render('ar')
  const own = [...mail.facts, `${origin}/ar/set-password/#`].reduce(
    (rest, fact) => rest.replaceAll(fact, ' '),
    `${subject}\n${text}`,
  )
  expect(own.replaceAll(sameInArabic, ' ')).not.toMatch(/[A-Za-z]/)
  expect(own).not.toMatch(/[٠-٩۰-۹,;?]/)
})

test.each(mails)('each line of $name in Arabic has one direction', (mail) => {
  const { subject, text } = mail.render('ar')
  for (const line of [subject, ...text.split('\n')]) {
    const isAddress = mail.facts.includes(line) || line.startsWith('https://')
    const first = /\p{L}/u.exec(line)?.[0] ?? 'ا'
    if (!isAddress) expect(first, line).toMatch(/\p{Script=Arabic}/u)
    // Between Arabic words the parts of an address would change their order.
    if (/\p{Script=Arabic}/u.test(line)) expect(line).not.toMatch(/https?:|\w@\w|\w:\w+:/)
  }
})

test('a link leads to the page in the language of the mail', () => {
  const linkIn = (locale: Locale) =>
    /^https:.*$/m.exec(linkMail(recipient, invited, origin, link, locale).text)?.[0]
  expect(linkIn('en')).toBe('https://aman.firm.example/set-password/#a0B-_9')
  expect(linkIn('ar')).toBe('https://aman.firm.example/ar/set-password/#a0B-_9')
})

test.each([
  [0, 'لم يبقَ أي رمز.'],
  [1, 'بقي رمز واحد.'],
  [2, 'بقي رمزان.'],
  [3, 'بقيت 3 رموز.'],
  [11, 'بقي 11 رمزًا.'],
])('%i recovery codes have their plural form', (left, words) => {
  expect(noticeMail(recipient, { kind: 'recovery-code-used', left }, 'ar').text).toContain(words)
})

test('moments are said with the name of the month', () => {
  const { text } = linkMail(recipient, invited, origin, link, 'ar')
  expect(text).toContain('في 2 آذار 2026، الساعة 08:05 بالتوقيت العالمي المنسق.')
})

const subject = 'بلاغ عن رسالة خطِرة من رانيا Haddad: لوحة المعلومات وسياسة الخصوصية في المؤسسة'
const text = `مرحبًا رانيا،

العنوان الجديد:
new@firm.example
2001:db8::7

https://aman.firm.example/ar/set-password/#a&b

<b>ليست خطًا عريضًا</b>
`

const queued: QueuedMail = {
  id: '1',
  recipient: 'rania@firm.example',
  subject,
  body: text,
  created_at: '2026-03-02T08:05:00.000Z',
  attempts: 0,
  next_attempt_at: '2026-03-02T08:05:00.000Z',
  sent_at: null,
  last_error: null,
  given_up_at: null,
  reply_to: null,
  message_id: '<1@aman.example>',
  holds_secret: 0,
}

async function sourceOf(mail: QueuedMail): Promise<string> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const { message } = await composer.sendMail(composeMail(mail, 'no-reply@aman.example'))
  return String(message)
}

/** RFC 2047: the words of a header, with characters that may be parted between two of them. */
function decodedSubject(source: string): string {
  const [, header = ''] = /^Subject: (.*(?:\n[ \t].*)*)/m.exec(source) ?? []
  const words = [...header.matchAll(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi)]
  return words
    .map(([, encoding, word = '']) =>
      encoding?.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : decodeURIComponent(word.replaceAll('_', ' ').replaceAll('=', '%')),
    )
    .join('')
}

test('an Arabic mail has its text and an HTML part from right to left', async () => {
  const source = await sourceOf(queued)
  expect(source).toMatch(/^Content-Type: multipart\/alternative;/m)
  expect(source).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m)
  expect(source).toMatch(/^Content-Type: text\/html; charset=utf-8$/m)
  // Lines of ASCII alone, whatever the server on the way supports.
  expect(source).not.toMatch(/[^\x20-\x7e\t\n]/)
  expect(decodedSubject(source)).toBe(subject)
})

test('an English mail is plain text, also to an Arabic name', async () => {
  const source = await sourceOf({ ...queued, subject: 'Hello', body: 'Hello رانيا,\n\na text\n' })
  expect(source).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m)
  expect(source).not.toContain('text/html')
})

test('addresses and links have their own direction, and text is never markup', () => {
  const part = rightToLeftPart({ subject: '<i>', text }) ?? ''
  expect(part).toContain('<html lang="ar" dir="rtl">')
  // Webmail keeps the body and drops what is around it.
  expect(part).toContain('<body dir="rtl"')
  expect(part).toContain('<p dir="rtl">مرحبًا رانيا،</p>')
  expect(part).toContain('<span dir="ltr">new@firm.example</span><br>')
  expect(part).toContain('<span dir="ltr">2001:db8::7</span>')
  const url = 'https://aman.firm.example/ar/set-password/#a&amp;b'
  expect(part).toContain(`<a dir="ltr" href="${url}">${url}</a>`)
  expect(part).toContain('&lt;b&gt;ليست خطًا عريضًا&lt;/b&gt;')
  expect(part).not.toMatch(/<(?:b|i)>/)
})

/*
 * The command of the instructions, as it stands.
 */

const operations = readFileSync('docs/operations.md', 'utf8')
const retry = /To retry it: `(update mails .+?)`/.exec(operations)?.[1] ?? ''

test('the documented command sends given-up mail again, and none whose text is deleted', async () => {
  await using server = await createTestServer()
  const { database, services } = server
  const mail = { to: 'rania@firm.example', text: 'A text' }
  await queueMail(database, services, { ...mail, subject: 'A removal' })
  await queueMail(database, services, { ...mail, subject: 'A link', holdsSecret: true })
  const refusing = {
    description: 'refuses',
    deliver: () => Promise.reject(new UndeliverableError('550')),
  }
  await sendDueMails({ ...services, transport: refusing })
  await database.executeQuery(CompiledQuery.raw(retry))
  const sent: unknown[] = []
  const transport = {
    description: 'takes',
    async deliver({ subject, body }: { readonly subject: string; readonly body: string }) {
      sent.push({ subject, body })
    },
  }
  await sendDueMails({ ...services, transport })
  expect(sent).toEqual([{ subject: 'A removal', body: 'A text' }])
})

test('direction controls are visible in a mail, because its text comes from users', async () => {
  await using server = await createTestServer()
  await queueMail(server.database, server.services, {
    to: 'support@firm.example',
    subject: 'Help\u202e',
    text: 'The file is invoice\u202efdp.exe\n',
  })
  const [mail] = await server.database.selectFrom('mails').select(['subject', 'body']).execute()
  expect(mail).toEqual({ subject: 'Help[U+202E]', body: 'The file is invoice[U+202E]fdp.exe\n' })
})

const hourMs = 60 * 60 * 1000
const arabic = /^مرحبًا /

async function speak(
  { database }: TestServer,
  table: 'users' | 'organizations',
  id: string,
  locale: Locale,
) {
  await database.updateTable(table).set({ locale }).where('id', '=', id).execute()
}

test.for([
  ['ar', null, true],
  [null, 'ar', true],
  ['en', 'ar', false],
  ['ar', 'en', true],
  [null, null, false],
] as const)(
  'a user who chose %s in an organization with %s is told in that language',
  async ([own, ofOrganization, isArabic], { server, user }) => {
    if (own !== null) await speak(server, 'users', user.id, own)
    if (ofOrganization !== null) {
      await speak(server, 'organizations', user.organizationId, ofOrganization)
    }
    const recipient = { ...user, full_name: 'Rania' }
    await queueNotice(server.services, server.database, recipient, {
      kind: 'recovery-codes-renewed',
    })
    const [mail] = await mailsTo(server, user.email)
    expect(arabic.test(mail?.body ?? '')).toBe(isArabic)
  },
)

test('invitation, reset, new password and removal are in the language of the organization', async () => {
  await using server = await createTestServer(withLinks)
  const organizationId = await makeOrganization(server)
  await speak(server, 'organizations', organizationId, 'ar')
  const invited = await makeUser(server, { organizationId })
  await inviteUser(server.services, server.database, invited.id, null)
  const user = await makeUser(server, { organizationId, password: 'violet kettle drum' })
  await server.post('/api/auth/login/forgotten-password', { body: { login: user.email } })
  await answerResets(server.services)
  expect(await takeLink(server, await lastSecretTo(server, user.email))).toBe('200')
  const { token } = await signInAdmin(server)
  await server.delete(`/api/admin/users/${user.id}`, { token })
  const [invitation] = await mailsTo(server, invited.email)
  expect(invitation?.body).toContain(`\n${linkOrigin}/ar/set-password/#`)
  const mails = [invitation, ...(await mailsTo(server, user.email))]
  expect(mails.map((mail) => mail?.subject)).toEqual([
    'دعوة للانضمام إلى أمان',
    'كلمة مرور جديدة لحسابك لدى أمان',
    'تم تغيير كلمة مرور حسابك لدى أمان',
    'أُزيل حسابك لدى أمان',
  ])
  for (const mail of mails) expect(mail?.body).toMatch(arabic)
})

test('the contact of an organization is told of its silent gateway in its language', async () => {
  await using server = await createTestServer()
  const contact_email = 'office@cedar.example'
  const organizationId = await makeOrganization(server, { name: 'Cedar Clinic', contact_email })
  await speak(server, 'organizations', organizationId, 'ar')
  const { email } = await makeUser(server, { organizationId })
  await visitHousekeeping(server.services)
  const token = await makeGatewayKey(server, organizationId)
  await server.post('/api/scans', { token, body: makeScan({ recipient: email }) })
  for (let hour = 0; hour < 26; hour += 1) {
    server.clock.pass(hourMs)
    await visitHousekeeping(server.services)
  }
  const [mail] = await mailsTo(server, contact_email)
  expect(mail?.subject).toBe('انقطعت تقارير بوابة البريد: Cedar Clinic')
})

test('each super admin is told of a paused webhook in their own language', async ({ server }) => {
  const { admin } = await signInAdmin(server)
  const other = await makeUser(server, { role: 'super_admin' })
  await speak(server, 'users', other.id, 'ar')
  const webhook = { id: 'none', url: 'https://hooks.example/secret' }
  await pauseWebhook(server.services, server.database, webhook, 'gone')
  const bodyTo = async (address: string) => (await mailsTo(server, address))[0]?.body
  expect(await bodyTo(admin.email)).toMatch(/^Hello,/)
  expect(await bodyTo(other.email)).toMatch(/^مرحبًا،.*\n\nhttps:\/\/hooks\.example\n/s)
})

async function askLeads() {
  const server = await createTestServer()
  const organizationId = await makeOrganization(server, { name: 'Olive Branch' })
  const full_name = 'رانيا حداد'
  const email = 'rania@olive.example'
  const { user, token } = await signInUser(server, { organizationId, full_name, email })
  const lead = await makeUser(server, { organizationId, role: 'team_lead' })
  const arabicLead = await makeUser(server, { organizationId, role: 'team_lead' })
  await speak(server, 'users', arabicLead.id, 'ar')
  const mailTo = async (address: string) => (await mailsTo(server, address))[0]
  return { server, user, token, lead, arabicLead, mailTo }
}

test('a reported mail is told to each team lead in their language, and to support in English', async () => {
  const { server, user, token, lead, arabicLead, mailTo } = await askLeads()
  await using _server = server
  const [scan] = await reportScans(server, user, [
    {
      threat_level: 'suspicious',
      sender: 'news@supplier.example',
      detection_reason: 'A link shows one address and opens another',
    },
  ])
  const id = scan?.id ?? ''
  await server.post('/api/mail-reports', {
    token,
    body: { kind: 'scan', id, opinion: 'dangerous' },
  })
  expect(await mailTo(arabicLead.email)).toMatchObject({
    subject: 'بلاغ عن رسالة خطِرة من رانيا حداد',
    body: `أُبلغ عنها بأنها: خطِرة
الحكم: مشبوهة
السبب: يعرض أحد الروابط عنوانًا ويفتح عنوانًا آخر
المرسِل: supplier.example
وقت الاستلام: 15 آذار 2026، الساعة 10:00 بالتوقيت العالمي المنسق
المعرّف: scan ${id}
مقدّم الطلب: رانيا حداد
rania@olive.example
الدور: موظف
المؤسسة: Olive Branch

لم يضف المستخدم ملاحظة.
`,
  })
  for (const address of [lead.email, 'support@aman.example']) {
    expect((await mailTo(address))?.body).toMatch(/^Reported as: {2}dangerous\nVerdict: /)
  }
})

test('a request for erasure is told to each team lead in their language', async () => {
  const { server, token, lead, arabicLead, mailTo } = await askLeads()
  await using _server = server
  expect((await server.post('/api/account/erasure', { token, body: {} })).status).toBe(200)
  const mail = await mailTo(arabicLead.email)
  expect(mail?.subject).toBe('طلب محو البيانات من رانيا حداد')
  expect(mail?.body).toMatch(
    /^يطلب هذا المستخدم .*\n\nمقدّم الطلب: رانيا حداد\nrania@olive\.example\n/,
  )
  expect((await mailTo(lead.email))?.body).toMatch(/^This user asks/)
  expect((await mailTo('support@aman.example'))?.body).toMatch(/^This user asks/)
})
