import { expect, test } from 'vitest'
import type { Locale } from '../../../contract/core/locale.ts'
import { queueNotice } from '../../../server/mail/queue.ts'
import { answerResets } from '../../../server/sign-in/links/answer-resets.ts'
import { inviteUser } from '../../../server/sign-in/links/invite-user.ts'
import { pauseWebhook } from '../../../server/webhooks/attempts.ts'
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
import {
  makeOrganization,
  makeSession,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeScan, reportScans } from '../../support/worlds/mail-factories.ts'

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

test.each([
  ['ar', null, true],
  [null, 'ar', true],
  ['en', 'ar', false],
  ['ar', 'en', true],
  [null, null, false],
] as const)(
  'a user who chose %s in an organization with %s is told in that language',
  async (own, ofOrganization, isArabic) => {
    await using server = await createTestServer()
    const user = await makeUser(server)
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

test('each super admin is told of a paused webhook in their own language', async () => {
  await using server = await createTestServer()
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
  const user = await makeUser(server, { organizationId, full_name, email })
  const lead = await makeUser(server, { organizationId, role: 'team_lead' })
  const arabicLead = await makeUser(server, { organizationId, role: 'team_lead' })
  await speak(server, 'users', arabicLead.id, 'ar')
  const token = await makeSession(server, user)
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
