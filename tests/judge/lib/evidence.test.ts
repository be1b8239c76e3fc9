import { describe, expect, test } from 'vitest'
import { judgeMail, judgeText } from '../../../judge/judge.ts'
import type { Knowledge } from '../../../judge/knowledge.ts'
import { clinic, codesOf, makeMail, wordless } from '../../support/judge/mails.ts'

type Parts = Parameters<typeof makeMail>[0]

async function found(mail: Parts, knowledge: Knowledge = clinic, words = 0.3) {
  const judgement = await judgeMail(makeMail(mail), knowledge, { model: wordless(words) })
  const { level, score, reasons } = judgement
  return { level, score, reasons, codes: codesOf(judgement) }
}

const passed = 'Authentication-Results: mx.clinic.example; dmarc=pass'
const failed = 'Authentication-Results: mx.clinic.example; dmarc=fail'
const home = 'Omar Haddad <omar.haddad@gmail.com>'
const pay = 'Rania, please transfer 4,800 USD to the consultant today.'
const lunch = 'Rania, shall we have lunch on Thursday? I bring the photographs.'

describe("a colleague's name on a foreign address", () => {
  test('is evidence together with what is asked for', async () => {
    expect((await found({ from: home, body: lunch })).level).toBe('safe')
    const asking = await found({ from: home, body: pay })
    expect(asking.level).toBe('suspicious')
    expect(asking.codes[0]).toBe('colleague_name_on_foreign_address')
    const stranger = await found({ from: 'Nils Berg <nils@berg.example>', body: pay })
    expect(stranger.level).toBe('safe')
  })

  test.each([
    ['with an initial', 'O. Haddad <o.h@gmail.com>'],
    ['in the address alone', 'Office <omar.haddad.office@gmail.com>'],
    ['in Latin letters', 'Layla Mansour <layla@gmail.com>'],
    ['in letters that look like its own', 'Оmаr Ηaddаd <omar@gmail.com>'],
    ['with a title', '"Dr. Omar Haddad, CEO" <omar@gmail.com>'],
  ])('is found %s', async (_, from) => {
    expect((await found({ from, body: pay })).codes).toContain('colleague_name_on_foreign_address')
  })

  test('is found where it stands under the text', async () => {
    const body = `${pay}\n\nRegards\nOmar Haddad`
    const { codes } = await found({ from: 'Desk <desk77@gmail.com>', body })
    expect(codes).toContain('colleague_name_on_foreign_address')
  })

  test.each([
    ['who writes to themselves', { from: home, to: 'Omar Haddad <omar@clinic.example>' }],
    ['of the same first name', { from: 'Omar Saleh <omar.saleh@gmail.com>' }],
    ['at a known firm', { from: 'Omar Haddad <omar@supplier.example>', headers: [passed] }],
  ])('does not count for one %s', async (_, parts) => {
    const { codes } = await found({ ...parts, body: pay })
    expect(codes).not.toContain('colleague_name_on_foreign_address')
  })
})

describe('mail from home', () => {
  const question = 'Rania, are the figures of this week ready?'

  test('is told from an address that names an office, which needs no more than a question', async () => {
    expect((await found({ from: home, body: question })).level).toBe('safe')
    const office = 'Omar Haddad <omar.ceo@gmail.com>'
    expect((await found({ from: office, body: question })).level).toBe('suspicious')
  })

  test('speaks of money calmly, and a fraud with a sum or in haste', async () => {
    const calm = 'Rania, did you see the invoice of the painter?'
    expect((await found({ from: home, body: calm })).level).toBe('safe')
    const pressing = await found({ from: home, body: `${calm} It is about 4,800 and urgent.` })
    expect(pressing.level).toBe('suspicious')
  })

  test('that asks for nothing is judged less by its words', async () => {
    expect((await found({ from: home, body: lunch }, clinic, 0.93)).level).toBe('safe')
    const stranger = { from: 'Nils Berg <nils@berg.example>', body: lunch }
    expect((await found(stranger, clinic, 0.93)).level).toBe('suspicious')
  })
})

describe('other names that are not the own', () => {
  test.each([
    ['own_name_on_foreign_address', 'Clinic HR <payroll@hr-data.example>', 'careclinic.example'],
    ['role_on_free_mail', 'Managing Director <md.office9@gmail.com>', 'clinic.example'],
    ['name_shows_another_address', '"omar@clinic.example" <x@mail.example>', 'clinic.example'],
    ['correspondent_name_on_foreign_address', 'Medequip <medequip@gmail.com>', 'clinic.example'],
  ])('are named as %s', async (code, from, domain) => {
    const named = from.replace('Clinic HR', 'Careclinic HR')
    const { codes, level } = await found(
      { from: named, body: pay },
      { ...clinic, domains: [domain, 'clinic.example'] },
    )
    expect(codes).toContain(code)
    expect(level).toBe('suspicious')
    const harmless = await found(
      { from: named, body: 'Here are the minutes of Tuesday.' },
      clinic,
      0.1,
    )
    expect(harmless.level).toBe('safe')
  })
})

test('a domain in letters that look the same is marked whatever is asked for', async () => {
  const body = 'Here are the minutes of Tuesday.'
  const level = async (from: string) => (await found({ from, body }, clinic, 0.1)).level
  expect(await level('Lena <lena@rnedequ1p.com>')).toBe('suspicious')
  expect(await level('Lena <lena@medequim.com>')).toBe('safe')
})

describe('answers that go to another', () => {
  const body = 'Dear Rania, please arrange the transfer of the invoice amount today.'
  const from = 'Accounts <accounts@supplier.example>'
  const to = (address: string) => ({ from, body, headers: [`Reply-To: ${address}`] })

  test.each([
    ['reply_to_free_mail', 'supplier.accounts@gmail.com'],
    ['reply_to_another_domain', 'accounts@clearing-desk.example'],
    ['lookalike_of_correspondent', 'accounts@suplier.example'],
  ])('are named as %s', async (code, address) => {
    const { codes, level } = await found(to(address))
    expect(codes).toContain(code)
    expect(level).toBe('suspicious')
  })

  test('are nothing to name where they go to the organization or the same firm', async () => {
    for (const address of ['omar@clinic.example', 'billing@supplier.example'])
      expect((await found(to(address))).level).toBe('safe')
  })
})

describe('bank accounts, of which none is known', () => {
  const iban = 'JO94CBJO0010000000000131000302'
  const invoice = `Dear Rania, please pay invoice 7 to our account ${iban}.`
  const supplier = { from: 'Accounts <accounts@supplier.example>', headers: [passed] }

  test('of a stranger, and of a firm that says nothing of a change, are business', async () => {
    const from = 'Accounts <accounts@new-firm.example>'
    expect((await found({ from, body: invoice }, clinic, 0.6)).level).toBe('safe')
    expect((await found({ ...supplier, body: invoice })).level).toBe('safe')
  })

  test('of a stranger who asks for secrecy are marked, in whatever words, and named', async () => {
    const from = 'Nils Berg <nils@berg.example>'
    const said = 'This has to stay between us until the authority has agreed'
    const { level, reasons } = await found({ from, body: `${said}: ${iban}.` })
    expect(level).toBe('suspicious')
    const reason = reasons.find(({ code }) => code === 'unknown_bank_account')
    expect(reason).toMatchObject({ values: { iban: 'JO94…0302' }, place: { text: iban } })
    expect((await found({ from, body: `${said}.` })).level).toBe('safe')
  })

  test('that were checked by telephone are not marked', async () => {
    const body = `As Omar confirmed with us by telephone, our account is now ${iban}.`
    expect((await found({ ...supplier, body })).level).toBe('safe')
    const claimed = { from: 'Accounts <accounts@suplier.example>', body }
    expect((await found(claimed)).level).toBe('suspicious')
  })

  test.each([
    'Our bank details have changed. Please use those in the attached letter.',
    `Our bank details have changed. Please use ${iban}.`,
    'Our account is now at another bank. Please use DE89 3704 0044 0532 0130 00.',
    `تغيّر حسابنا البنكي. نرجو الدفع إلى ${iban}.`,
    `غيرنا بنكنا من 1 آذار. كل الفواتير تُدفع إلى ${iban}.`,
  ])(
    'that a known firm says to have changed are marked, with an IBAN as without: %s',
    async (body) => {
      const { codes, level } = await found({ ...supplier, body })
      expect(codes[0]).toBe('changed_bank_details')
      expect(level).toBe('suspicious')
    },
  )

  test('that have not changed are not marked', async () => {
    const body = 'Our bank details have not changed. Please pay the invoice this week.'
    expect((await found({ ...supplier, body })).level).toBe('safe')
  })
})

describe('what is asked for', () => {
  test.each([
    ['asks_for_gift_cards', 'Buy five Apple gift cards, scratch them and send me the codes.'],
    ['asks_for_gift_cards', 'اشتر خمس بطاقات آبل واكشطها وأرسل لي صور الأكواد.'],
    [
      'asks_to_change_salary_account',
      'I changed my bank, please pay my salary to the new account.',
    ],
    ['asks_to_change_salary_account', 'غيّرت بنكي، أرجو تحويل راتبي إلى الحساب الجديد.'],
    ['asks_for_lists', 'Please send me the W-2 forms of all employees.'],
    ['asks_for_lists', 'أرسل لي كشف رواتب جميع الموظفين.'],
    ['asks_for_number', 'Send me your mobile number.'],
    ['asks_for_number', 'أرسل لي رقم جوالك.'],
    ['asks_for_favour', 'I need you to handle a confidential task.'],
    ['asks_for_favour', 'لدي مهمة عاجلة لك.'],
    ['cannot_be_called', `${pay} I am in a meeting and cannot take calls.`],
    ['cannot_be_called', 'ادفع المبلغ اليوم، أنا في اجتماع ولا أستطيع الرد.'],
    ['asks_for_secrecy', 'Please process the invoice. Do not tell anyone.'],
    ['secret_deal', 'The acquisition is not public, our lawyer will send the amount to pay.'],
  ])('is named as %s: %s', async (code, body) => {
    const { codes, level, reasons } = await found({ from: home, body })
    expect(level).toBe('suspicious')
    expect(codes).toContain(code)
    const place = reasons.find((it) => it.code === code)?.place
    expect(place?.part).toBe('text')
    expect(body).toContain(place?.text)
  })

  test('is business where the sender is known', async () => {
    const body = 'I need you to handle a confidential task. Send me your mobile number.'
    const { codes, level } = await found({ from: 'Lena <lena@supplier.example>', body })
    expect(codes).toEqual([])
    expect(level).toBe('safe')
  })

  test.each([
    'On Tuesday, Omar wrote:',
    'On Tue, Nov 24, 2026 at 9:14 AM Rania Abdelrahman Haddad <rania.abdelrahman@clinic.example> wrote:',
    '\u202bفي الثلاثاء، ٢٤ نوفمبر ٢٠٢٦ في ٩:١٤ ص تمت كتابة ما يلي بواسطة Rania <rania@clinic.example>:',
    'Begin forwarded message:',
    '> Rania:',
  ])('is not what others wrote in the mail that is answered: %s', async (line) => {
    const asked = `${pay} Send me your mobile number.`
    const body = `Thank you, I look at it tomorrow.\n\n${line}\n${asked}`
    expect((await found({ from: home, body })).level).toBe('safe')
  })

  test('is not what stands above an answer, and is what the answer says', async () => {
    const line = 'On Tue, Nov 24, 2026, Rania wrote:\n'
    const thanks = `${line}> ${pay}\n> Send me your mobile number.\n\nThank you, I look at it.`
    expect((await found({ from: home, body: thanks })).codes).not.toContain('asks_for_number')
    const asks = `${line}> Are you there?\n\n${pay}`
    expect((await found({ from: home, body: asks })).level).toBe('suspicious')
    expect((await found({ from: home, body: `> ${pay}` })).level).toBe('suspicious')
  })

  test('is found at the end of a text without full stops', async () => {
    const body = `${'and so on and so forth '.repeat(60)} please transfer 4,800 USD to the consultant`
    expect((await found({ from: home, body })).level).toBe('suspicious')
  })

  test('speaks of earlier dealings to those who had none', async () => {
    const mail = {
      from: 'Claims <claims@ledger.example>',
      subject: 'Re: Final reminder',
      body: 'Your invoice is overdue. Please pay the amount today.',
    }
    const { codes, score } = await found(mail)
    expect(codes).toContain('earlier_dealings_unknown')
    const of = { ...mail, from: 'Accounts <accounts@supplier.example>' }
    const known = await found(of)
    expect(known.codes).not.toContain('earlier_dealings_unknown')
    expect(score).toBeGreaterThan(2 * known.score)
  })

  test('counts in part where nothing is wrong with the sender, for the words were read already', async () => {
    const asked = 'Please transfer 4,800 USD today. Do not call me, I am in a meeting.'
    const link = 'https://pay.elsewhere.example/x'
    const gainOf = async (parts: (body: string) => Parts) => {
      const odds = async (body: string) => {
        const { score } = await found(parts(body))
        return Math.log(score / (1 - score))
      }
      return (await odds(asked)) - (await odds('Good morning.'))
    }
    const from = 'Sales <sales@ledger.example>'
    const quiet = await gainOf((body) => ({ from, body }))
    const linked = await gainOf((body) => ({ from, body: `${body}\n${link}` }))
    const doubtful = await gainOf((body) => ({ from: home, body }))
    expect(linked).toBeGreaterThan(0)
    expect(quiet / linked).toBeCloseTo(5 / 3)
    expect(doubtful).toBeGreaterThan(3 * quiet)
  })

  test.each([
    ['Please pay 1,150 USD to our agent by Western Union.', 'Please pay 1,150 USD by card.'],
    ['ادفعوا 1,150 دولارًا إلى وكيلنا عبر ويسترن يونيون.', 'ادفعوا 1,150 دولارًا بالبطاقة.'],
  ])('counts in full where others are to be paid: %s', async (body, usual) => {
    const from = 'Sales <sales@ledger.example>'
    expect((await found({ from, body: usual })).level).toBe('safe')
    const { level, codes } = await found({ from, body })
    expect(level).toBe('suspicious')
    expect(codes[0]).toBe('asks_for_odd_payment')
  })

  test('is an account of their own from those who are new here', async () => {
    const body = 'Where do I send my bank details for the salary, please change nothing else?'
    const from = 'Nadia Haas <nadia.haas@gmail.com>'
    const { codes } = await found({ from, body })
    expect(codes).toContain('asks_to_change_salary_account')
    const newcomer = await found({ from, body: `I start on Monday. ${body}` })
    expect(newcomer.codes).not.toContain('asks_to_change_salary_account')
  })

  test.each([
    ['https://paypa1-secure.top/login', 'PayPal'],
    ['https://aramex.parcel-fee.top/', 'Aramex'],
    ['https://www.paypal.com/signin', undefined],
    ['https://login.microsoftonline.com/', undefined],
    ['https://orange-juice.example/', undefined],
  ])(
    "a link that bears the name of a brand is a reason if it is not the brand's: %s",
    async (link, brand) => {
      const { reasons, score } = await found({ body: `Please sign in: ${link}` })
      const reason = reasons.find(({ code }) => code === 'link_imitates_brand')
      expect(reason?.values.brand).toBe(brand)
      const other = await found({ body: 'Please sign in: https://shop.example/login' })
      if (brand !== undefined) expect(score).toBeGreaterThan(other.score)
      else expect(score).toBeLessThanOrEqual(other.score)
    },
  )

  test('is to sign in elsewhere by the link beside it, and not by one of the footer', async () => {
    const sites = {
      own: '<a href="https://portal.supplier.example/">Confirm</a>',
      other: '<a href="https://www.council.example/members">Member of the council</a>',
      brand: '<a href="https://www.facebook.com/supplier">Facebook</a>',
    }
    const codes = async (...parts: readonly string[]) => {
      const body = parts.map((it) => `<p>${it}</p>`).join('\n')
      const from = 'Lena <lena@supplier.example>'
      return (await found({ from, type: 'text/html; charset=utf-8', body })).codes
    }
    const said = 'Please confirm your new password on our page:'
    const code = 'asks_to_sign_in_elsewhere'
    expect(await codes(said, sites.own, 'Regards, Lena', sites.other)).not.toContain(code)
    expect(await codes(sites.other, said, sites.own)).not.toContain(code)
    expect(await codes(said, sites.other, 'Regards, Lena', sites.own)).toContain(code)
    expect(await codes(sites.other, said, sites.brand)).toContain(code)
    const page = '<a href="https://login.council.example/">Open</a>'
    expect(await codes(said, sites.own, page)).toContain(code)
  })

  test.each([
    ['https://www.paypal.com@evil.example/x', 'www.paypal.com'],
    ['https://www.paypal.com:443%2Flogin@evil.example/x', 'www.paypal.com'],
    ['https://supplier.example@evil.example/x', 'supplier.example'],
    ['https://omar.haddad@evil.example/x', undefined],
  ])('a name before the sign @ is what a link begins with: %s', async (link, text) => {
    const { reasons } = await found({ body: `The minutes are here: ${link}` })
    const reason = reasons.find(({ code }) => code === 'link_begins_like_another_site')
    expect(reason?.values.text).toBe(text)
  })

  test('counts in full where money is to be kept secret', async () => {
    const from = 'Sales <sales@ledger.example>'
    const body = 'Please transfer 4,800 USD today.'
    expect((await found({ from, body })).level).toBe('safe')
    const secret = `${body} Keep this strictly between us and tell no one.`
    expect((await found({ from, body: secret })).level).toBe('suspicious')
  })
})

describe('what the gateway found out', () => {
  const signed = (domain: string) =>
    `Authentication-Results: mx.clinic.example; dmarc=none; dkim=pass header.d=${domain}`

  test('is proof by a signature of the own domain only', async () => {
    const parts = { from: 'Lena <lena@supplier.example>', body: 'Minutes of Tuesday.' }
    const score = async (header: string) => (await found({ ...parts, headers: [header] })).score
    expect(await score(signed('supplier.example'))).toBe(await score(passed))
    expect(await score(signed('mailer.example'))).toBeGreaterThan(await score(passed))
  })

  test('makes a known sender who failed a suspect, and no first contact', async () => {
    const mail = { from: 'Lena <lena@supplier.example>', body: pay, headers: [failed] }
    const { level, codes } = await found(mail)
    expect(level).toBe('suspicious')
    expect(codes).toContain('authentication_failed')
    expect(codes).not.toContain('first_contact')
  })

  test('weighs less for what a mailing list passes on', async () => {
    const mail = { from: 'Omar Haddad <omar@clinic.example>', body: lunch }
    const alone = await found({ ...mail, headers: [failed] })
    const listed = await found({ ...mail, headers: [failed, 'List-Id: <staff.lists.example>'] })
    expect(listed.score).toBeLessThan(alone.score)
  })
})

describe('without headers', () => {
  const level = async (text: string, words = 0.75) =>
    (await judgeText(text, clinic, { model: wordless(words) })).level

  test('a request for gift cards is evident', async () => {
    expect(await level('Can you get some gift cards for me? I need the codes at once.')).toBe(
      'suspicious',
    )
    expect(await level('Thank you for the gift card, I bought a book with it.')).toBe('safe')
  })

  test('a link to a number that asks to sign in is evident', async () => {
    const text = 'The plan of the hall is at'
    expect(await level(`${text} http://192.168.3.4/bank/login`, 0.4)).toBe('suspicious')
    expect(await level(`${text} http://192.168.3.4/hall`, 0.4)).toBe('safe')
    expect(await level('See https://www.clinic.example/')).toBe('safe')
  })
})

test.each(['file://evil.example/a', 'search-ms:query=a&crumb=location:x', 'data:text/html,a'])(
  'a link that opens no site is none of its sender: %s',
  async (target) => {
    const praise = async (more: string) => {
      const body = `<p>The minutes are <a href="https://supplier.example/">here</a>${more}</p>`
      const mail = makeMail({ type: 'text/html; charset=utf-8', body })
      return codesOf(await judgeMail(mail, {}, { model: wordless(0.01) }), 'for')
    }
    expect(await praise(' or <a href="mailto:lena@supplier.example">ask</a>')).toContain(
      'links_of_sender',
    )
    expect(await praise(` or <a href="${target}">there</a>`)).not.toContain('links_of_sender')
  },
)

test('words move a mail with nothing to open less, where correspondents are known', async () => {
  const quiet = { from: 'Nils <nils@berg.example>', body: 'Thank you for the kind reception.' }
  expect((await found(quiet, clinic, 0.85)).level).toBe('safe')
  const open = { ...quiet, body: `${quiet.body} https://files.example/a` }
  expect((await found(open, clinic, 0.85)).level).toBe('suspicious')
  expect((await found(quiet, {}, 0.85)).level).toBe('suspicious')
})
