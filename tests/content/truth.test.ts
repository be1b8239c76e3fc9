import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { InputOf, OutputOf } from '../../contract/core/endpoint.ts'
import { showKnownMailEndpoint } from '../../contract/emails/known-mail.ts'
import type { showMemberEndpoint } from '../../contract/team/show-member.ts'
import type { TeamMember } from '../../contract/team/team-dashboard.ts'
import type { Users } from '../../server/database/tables/accounts.ts'
import { loadPolicies } from '../../server/policy/policy.ts'
import { findUnknownFigure } from '../../src/content/rules/promises.ts'
import { $privacyNoticeWords } from '../../src/lib/account/words/privacy-notice.words.yaml'
import { contentFiles, textsOf, withText } from '../support/worlds/content-files.ts'

const { en: policy, ar: arabicPolicy } = loadPolicies('src/content/privacy-policy.yaml')

function sectionAt(title: string): number {
  const index = policy.sections.findIndex((candidate) => candidate.title === title)
  return index >= 0 ? index : expect.fail(`the policy has no section '${title}'`)
}

const readPolicy = (title: string): string => policy.sections[sectionAt(title)]?.content ?? ''

/** The section at the same place of the Arabic policy. */
const readArabic = (title: string): string =>
  arabicPolicy?.sections[sectionAt(title)]?.content ?? expect.fail(`no '${title}' in Arabic`)

/** The policy's words in English and in Arabic. */
type Words = readonly [english: RegExp, arabic: RegExp]

/** The policy's words about each field that a team lead is sent; a new field needs words. */
type SeenOfMember = TeamMember & OutputOf<typeof showMemberEndpoint>
const leadSees: Record<Exclude<keyof SeenOfMember, 'id'>, Words> = {
  full_name: [/\bname\b/, /اسم كل عضو/],
  email: [/email address/, /عنوان بريده الإلكتروني/],
  risk_score: [/risk score/, /درجة خطورته/],
  last_login: [/last sign-in/, /آخر تسجيل دخول له/],
  department: [/department/, /وقسمه/],
  has_second_factor: [/second factor/, /عامل ثانٍ/],
  kinds: [/kind of attack/, /نوع الهجوم/],
  threats: [
    /level, the kind of attack, the sender's domain and the time/,
    /مستواها ونوع الهجوم ونطاق المرسِل والوقت/,
  ],
  weeks: [/risk score of each week/, /درجة خطورته في كل أسبوع/],
  reported_honest: [/reported how many/, /أبلغ عنها العضو عددها/],
  reported_dangerous: [/reported how many/, /أبلغ عنها العضو عددها/],
  reports: [/how many and when/, /عددها ووقتها/],
}

type Personal = Exclude<
  keyof Users,
  | 'id'
  | 'username_key'
  | 'look_alike_key'
  | 'name_key'
  | 'search_text'
  | 'is_active'
  | 'created_at'
  | 'removed_at'
  | 'must_change_password'
  | 'invitation_expires_at'
>

/** The policy's words about each personal column of an account; a new column needs words. */
const accountKeeps: Record<Personal, Words> = {
  full_name: [/your name/, /اسمك/],
  username: [/user name/, /اسم المستخدم/],
  email: [/email address/, /عنوان بريدك الإلكتروني/],
  role: [/role/, /ودورك/],
  organization_id: [/organization/, /ومؤسستك/],
  managed_organization_id: [/role/, /ودورك/],
  department: [/department/, /القسم/],
  phone: [/phone number/, /رقم الهاتف/],
  locale: [/language/, /واللغة/],
  answers_by_mail: [/answers to your reports come by email/, /الردود على بلاغاتك تصلك بالبريد/],
  password_hash: [/hash/, /تجزئة \(hash\)/],
  last_login_at: [/when you last signed in/, /وقت آخر تسجيل دخول/],
  consented_at: [/when you agreed/, /وقت موافقتك/],
}

test.each(Object.entries(leadSees))(
  'the policy says that a team lead sees %s',
  (_, [english, arabic]) => {
    expect(readPolicy('Who sees what')).toMatch(english)
    expect(readArabic('Who sees what')).toMatch(arabic)
  },
)

test('policy and notice say that a team lead sees no subject', () => {
  expect(readPolicy('Who sees what')).toMatch(/never a subject/)
  expect($privacyNoticeWords.get().team).toMatch(
    /level, kind of attack, sender's domain and time .* never a subject/,
  )
})

test.each(Object.entries(accountKeeps))(
  'the policy says that %s is kept',
  (_, [english, arabic]) => {
    expect(readPolicy('Your account')).toMatch(english)
    expect(readArabic('Your account')).toMatch(arabic)
  },
)

test('the policy says what is kept of which mail, and for how long', () => {
  const malicious = readPolicy('What is kept of malicious emails')
  expect(malicious).toMatch(/Only the sender domain/)
  expect(malicious).toMatch(/no subject is kept/)
  const others = readPolicy('What is kept of safe and suspicious emails')
  expect(others).toMatch(/subject/)
  expect(others).toMatch(/30 days/)
})

test('policy and notice promise no encryption of the disk, and name the audit trail', () => {
  const protection = readPolicy('How it is protected')
  expect(protection).toMatch(/connection to Aman is encrypted/)
  expect(protection).toMatch(/disk .* is decided by the operator of the server/)
  expect(protection).toMatch(/audit trail .* internet address/)
  expect($privacyNoticeWords.get().encrypted).toMatch(
    /the operator of the server decides about the disk/,
  )
})

test('the support mailbox is promised where it stands', () => {
  expect(readPolicy('Your rights')).toMatch(/at the foot of this page/)
})

test('the Arabic policy says what is kept, what is never seen and what is not promised', () => {
  expect(arabicPolicy?.sections).toHaveLength(policy.sections.length)
  expect(readArabic('What is kept of malicious emails')).toMatch(/لا يُحفظ سوى نطاق المرسِل/)
  expect(readArabic('What is kept of malicious emails')).toMatch(/لا يُحفظ أي موضوع/)
  expect(readArabic('What is kept of safe and suspicious emails')).toMatch(/30 يومًا/)
  expect(readArabic('Who sees what')).toMatch(/لا يرى موضوعًا أبدًا/)
  expect(readArabic('How it is protected')).toMatch(/تشفير القرص .* فيقرّره مشغّل الخادم/)
  expect(readArabic('How it is protected')).toMatch(/سجل التدقيق .* عنوان الإنترنت/)
  expect(readArabic('Your rights')).toMatch(/أسفل هذه الصفحة/)
})

test('the policy says where mail is judged, what is kept of it, and that the judge only marks', () => {
  const [english, arabic] = [readPolicy('What Aman reads'), readArabic('What Aman reads')]
  const said: readonly Words[] = [
    [/models are Aman's own and run on the server of Aman/, /خاصة بأمان وتعمل على خادمه/],
    [
      /the whole email .* encrypted connection or within one machine/,
      /كاملة .* اتصال مشفّر أو داخل الجهاز/,
    ],
    [/No text of it is kept/, /ولا يُحفظ أي نص منها/],
    [/names and domains .* senders of its kept emails/, /بأسماء مؤسستك ونطاقاتها وبمرسِلي/],
    [
      /only mark an email as suspicious, and never as malicious/,
      /إلا مشبوهة، ولا تصنّفها ضارّة أبدًا/,
    ],
  ]
  for (const [inEnglish, inArabic] of said) {
    expect(english).toMatch(inEnglish)
    expect(arabic).toMatch(inArabic)
  }
})

test('the policy says what teaches the judge, and how long what is learnt is kept', () => {
  const [english, arabic] = [readPolicy('What Aman learns'), readArabic('What Aman learns')]
  const security = readFileSync('docs/security.md', 'utf8')
  const said: readonly (readonly [RegExp, RegExp, RegExp])[] = [
    [/If your organization switches it on/, /وإذا فعّلت مؤسستك ذلك/, /a super admin switches it on/],
    [/fade within 30 days/, /وتزول خلال 30 يومًا/, /`learnt_versions` .* fades within 30 days/],
    [/encrypted: for some minutes/, /مشفّرة: بضع دقائق/, /`pending_lessons` .* 10 minutes/],
    [
      /Of a malicious email none are kept/,
      /ولا يُحفظ منها شيء للرسالة الضارّة/,
      /Of malicious email none are kept/,
    ],
    [/marks are kept for 30 days/, /علاماتك 30 يومًا/, /`marks` .* 30 days/],
    [
      /check yourself, or forward, teach nothing/,
      /تفحصها بنفسك أو تعيد توجيهها لا تُعلّم/,
      /Checks, pasted and forwarded email/,
    ],
  ]
  for (const [inEnglish, inArabic, inDocument] of said) {
    expect(english).toMatch(inEnglish)
    expect(arabic).toMatch(inArabic)
    expect(security).toMatch(inDocument)
  }
})

/** The policy's words about each field that a joined extension sends when an email is opened. */
const extensionSends: Record<keyof InputOf<typeof showKnownMailEndpoint>, Words> = {
  message_id: [/Message-ID/, /Message-ID/],
  sender: [/the sender of such an email/, /ومرسِلها/],
}

test('the policy says what a joined extension sends of an email', () => {
  expect(Object.keys(extensionSends).toSorted()).toEqual(
    Object.keys(showKnownMailEndpoint.input.entries).toSorted(),
  )
  for (const [english, arabic] of Object.values(extensionSends)) {
    expect(readPolicy('What Aman reads')).toMatch(english)
    expect(readArabic('What Aman reads')).toMatch(arabic)
  }
})

test.each([
  '99 %',
  '99%',
  '97.5%',
  '0.1%',
  '\n90 days',
  '90-day',
  'ninety days',
  '3 s',
  '3s',
  'three seconds',
  '3 hours',
  '2 minutes',
  '30 weeks',
  'Day 60',
  '12/7',
  '98 per cent',
  '0.12 JOD',
  '0.12 JD',
  'JOD 0.12',
  '1.00 JOD',
  '1,234.50 JOD',
  '0.2 dinars',
  '12 piastres',
  '120 fils',
  '0.12 دينار',
])('the content check finds the figure %j, which was never promised', (figure) => {
  expect(findUnknownFigure(`In ${figure}, always.`)?.trim()).toBe(figure.trim())
})

test.each([
  '97%',
  '97 %',
  '0.01%',
  '2s',
  '2 s',
  'two seconds',
  '24/7',
  '30 days',
  'thirty days',
  'Day 30',
  '2 hours',
  'Seven days, twenty-four hours each',
  'one message in ten thousand, and 5 questions',
  'section 2 shows',
  '0.10 JOD',
  '0.1 JOD',
  'JOD 0.10',
  '100 fils',
  'ten piastres',
  '0.10 د.أ',
  'عشرة قروش',
])('%j is as it was promised, or no promise', (words) => {
  expect(findUnknownFigure(`In ${words}.`)).toBeUndefined()
})

test('a wrong figure in our own words stops the build, whichever text of the content it is in', async () => {
  const refused: string[] = []
  for (const file of await contentFiles()) {
    for (const { path, longest } of textsOf(file)) {
      const wrong = withText(file.data, path, longest >= 7 ? '90 days' : '99%')
      const result = file.schema.safeParse(wrong, { reportInput: true })
      if (!result.success) refused.push(path.join('.'))
      // Made-up messages say what they like.
      else expect(path.join('.')).toMatch(/^(?:threats\..+\.sample|samples\..+\.(?:subject|text))$/)
    }
  }
  expect(refused).toContain('hero.lead')
  expect(refused).toContain('figures.0.value')
  expect(refused).toContain('questions.0.answer')
})

test('the promises of the specification are all said, and on the page that states them', () => {
  const landing = readFileSync('src/content/landing.yaml', 'utf8')
  for (const promise of ['97%', '0.01%', '2 s', '2s', '24/7', '30 days', 'under 2 hours']) {
    expect(landing).toContain(promise)
  }
})
