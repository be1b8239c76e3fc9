import { describe, expect, test } from 'vitest'
import { judgeMail } from '../../../judge/judge.ts'
import type { Knowledge } from '../../../judge/knowledge.ts'
import { clinic, codesOf, judge, makeMail, wordless } from '../../support/judge/mails.ts'

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
  const zip = Buffer.concat([
    Buffer.from([
      80, 75, 3, 4, 20, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 9, 0, 0, 0,
    ]),
    Buffer.from('bill.exe\n'),
    Buffer.from('data'),
  ]).toString('base64')
  const body = `--b\nContent-Type: text/plain\n\nThe invoice is attached. The password is 4471.\n--b\nContent-Type: application/zip; name="bill.zip"\nContent-Disposition: attachment; filename="bill.zip"\nContent-Transfer-Encoding: base64\n\n${zip}\n--b--`
  const judgement = await judge(makeMail({ type: 'multipart/mixed; boundary=b', body }), clinic)
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
