import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { judgeMail, judgeReadMail } from '../../../judge/judge.ts'
import type { Knowledge } from '../../../judge/knowledge.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import type { ReasonCode } from '../../../judge/reasons/codes.ts'
import { reasonIn } from '../../../server/judge/reason-words.ts'
import { findingsOf } from '../../../src/lib/public-page/try/findings.ts'
import {
  archive,
  clinic,
  codesOf,
  makeMail,
  withFile,
  wordless,
} from '../../support/judge/mails.ts'

/** Mails, and others with the same words: a denial, a footer, something else. */
const sayings: readonly { code: ReasonCode; says: readonly string[]; not: readonly string[] }[] = [
  {
    code: 'asks_for_password',
    says: ['Please verify your account with your password.', 'يرجى تأكيد بياناتك وكلمة المرور.'],
    not: [
      'We never ask for your password.',
      'Nobody at our firm will ever ask you for a password.',
      'Your password was changed successfully.',
      'Open the attached archive with the password 4821.',
      'The calculation is in the archive, password gym.',
      'The fastest way to help is USDT to our field wallet.',
      'افتحوا الملف المرفق بكلمة المرور 4821.',
      'لا نطلب منك كلمة المرور أبدًا.',
      'تم تغيير كلمة المرور بنجاح.',
    ],
  },
  {
    code: 'threatens_with_loss',
    says: [
      'If you do not answer, your mailbox will be deleted.',
      'ما لم تؤكد بياناتك سيتم إيقاف حسابك.',
    ],
    not: [
      'Your account will not be suspended.',
      'This code expires in 10 minutes.',
      'Nothing was terminated without legal action.',
      'لن يتم إيقاف حسابك.',
      'ينتهي الرمز بعد عشر دقائق.',
    ],
  },
  {
    code: 'asks_for_payment',
    says: ['Please settle the invoice of 480 EUR.', 'يرجى تحويل المبلغ 480 دينارًا.'],
    not: [
      'Enter 482913 to complete the sign in: this is your code.',
      'Please send the code 482913 to nobody.',
      'Thank you for your payment of the overdue invoice.',
      'أدخل الرمز 482913 لإتمام الدخول.',
      'شكرًا على سداد فاتورة مستحقة.',
      'Please do not pay our invoice of 480 EUR yet.',
      'أرجو ألا تودعوا المبلغ الآن.',
    ],
  },
  {
    code: 'threatens_to_publish',
    says: [
      'I recorded you by your camera. Send 900 USD in bitcoin or all your contacts get the video.',
      'اخترقت جهازك. أرسل 900 دولار بيتكوين وإلا نشرت المقطع.',
    ],
    not: [
      'The camera recorded the meeting, the video is for your colleagues.',
      'Bitcoin fell today, as the video on our page shows.',
      'سجلت لك الكاميرا مقطع الاجتماع.',
    ],
  },
  {
    code: 'asks_to_send_password',
    says: [
      'Please reply with your username and password.',
      'أرسل كلمة المرور ردًا على هذه الرسالة.',
    ],
    not: [
      'Never send your password to anyone.',
      'We will not ask you to send your password.',
      'لا ترسل كلمة المرور إلى أحد.',
    ],
  },
  {
    code: 'asks_for_odd_payment',
    says: [
      'Please pay 1,150 USD to our agent by Western Union.',
      'ادفعوا 1,150 دولارًا إلى وكيلنا عبر ويسترن يونيون.',
    ],
    not: ['Please pay 1,150 USD by card.', 'We warn you of mail that asks for Western Union.'],
  },
  {
    code: 'asks_for_secrecy',
    says: ['Please do not tell anyone about it.', 'لا تخبر أحدًا بالأمر.'],
    not: [
      'Do not share this code with anyone.',
      'Do not forward this link, it is yours alone.',
      'Sign in to keep them private.',
      'This email is confidential and intended for its addressee only.',
      'لا تشارك هذا الرمز مع أحد.',
      'لا تشارك الرابط مع أحد.',
    ],
  },
  {
    code: 'asks_for_favour',
    says: ['I need your help with a confidential task.', 'لدي مهمة عاجلة لك.'],
    not: [
      'Omar assigned a task to you: prepare the budget, due on Friday.',
      'You completed one task of the project board.',
      'أسندت إليك ليلى مهمة خاصة في مشروع الموازنة.',
    ],
  },
  {
    code: 'cannot_be_called',
    says: [
      'I am in a meeting and cannot take calls.',
      'I am at the airport, about to board.',
      'أنا في اجتماع ولا أستطيع الرد على الهاتف.',
      'أنا في المطار الآن.',
    ],
    not: [
      'You are receiving this because you were mentioned: reply to this email directly.',
      'This mailbox is not monitored, please do not call or reply by email.',
      'Reply to this email if you have a question.',
      "Bring the new details to us, we can't take them by telephone.",
      'A driver waits for you at the airport on Sunday.',
      'The puppy waits at the airport.',
      'Your boarding passes are attached.',
      'ينتظرك السائق في المطار يوم الأحد.',
      'من يسبق يحجز، وجوازك يعود إليك في المطار.',
      'هذه رسالة تلقائية، لا ترد عليها ولا تتصل.',
    ],
  },
  {
    code: 'asks_for_number',
    says: ['Send me your mobile number.', 'أرسل لي رقم جوالك.'],
    not: ['You can confirm it with your phone.', 'أكّد الدخول بهاتفك.'],
  },
  {
    code: 'asks_for_lists',
    says: ['Please send me the list of all employees.', 'أرسل لي كشف رواتب جميع الموظفين.'],
    not: [
      'I want you to receive it as my next of kin.',
      "I don't want to send the list of employees by email.",
      'لن أرسل كشف رواتب الموظفين بالبريد.',
    ],
  },
  {
    code: 'pressing_wording',
    says: ['Please pay it urgently.', 'يرجى الدفع عاجلًا.'],
    not: ['We answer all questions as soon as possible.', 'Your order shipped quickly.'],
  },
  {
    code: 'changed_bank_details',
    says: [
      'Our bank account has changed, please pay the invoice to the new one.',
      'تغيّر حسابنا البنكي، نرجو الدفع إلى الحساب الجديد.',
      'نرجو تحديث بيانات الحساب لديكم، فقد أصبحنا نتعامل مع بنك آخر.',
    ],
    not: [
      'Our bank account has not changed, please pay the invoice.',
      'If our bank account ever changes, we call you before.',
      'نرجو الدفع إلى حسابنا DE89370400440532013000 كالمعتاد.',
      'يرجى تحديث بيانات الدفع حتى لا تتوقف الخدمة.',
      'عزيزي العميل، تحديث بيانات الحساب مطلوب خلال 24 ساعة.',
    ],
  },
]

/** What others may ask, and the same beside which the sender asks. */
const warnings: readonly { code: ReasonCode; told: string; asks: string }[] = [
  {
    code: 'asks_for_gift_cards',
    told: 'Criminals may ask you to buy gift cards and to send them the codes.',
    asks: 'Beware of criminals. Please buy five gift cards and send me the codes.',
  },
  {
    code: 'asks_for_gift_cards',
    told: 'Criminals may ask you to buy gift cards and to send them the codes.',
    asks: 'Criminals may ask you to buy gift cards, so buy mine: five Apple cards, and send me the codes.',
  },
  {
    code: 'asks_for_gift_cards',
    told: 'قد يطلب المحتالون شراء بطاقات هدايا وإرسال أرقامها.',
    asks: 'احذروا المحتالين. اشتر خمس بطاقات آبل وأرسل لي صور الأكواد.',
  },
  {
    code: 'asks_for_gift_cards',
    told: 'احذروا من الرسائل التي تطلب شراء بطاقات هدايا.',
    asks: 'احذروا من الرسائل التي تطلب المال، وأرسل لي أنت أكواد خمس بطاقات آبل.',
  },
  {
    code: 'asks_for_odd_payment',
    told: 'If someone asks you to pay an agent 900 USD by Western Union, it is a scam.',
    asks: 'Scammers ask for cards, therefore pay our agent 900 USD by Western Union.',
  },
  {
    code: 'asks_for_password',
    told: 'Phishing emails often say that you must verify your account.',
    asks: 'Phishing emails often come here, so verify your account.',
  },
  {
    code: 'threatens_with_loss',
    told: 'غالبًا ما تقول رسائل التصيد إنه سيتم إيقاف حسابك.',
    asks: 'لحمايتك من رسائل التصيد التي تطلب المال سيتم إيقاف حسابك.',
  },
  {
    code: 'changed_bank_details',
    told: 'Fraudsters write in our name that our bank account has changed, with a new IBAN.',
    asks: 'Fraudsters write in our name, therefore our bank account has changed, with a new IBAN.',
  },
]

const senders = {
  stranger: 'Sami <sami@stranger.example>',
  'a private mailbox': 'Omar Haddad <omar.haddad@gmail.com>',
  'a known firm': 'Lena <lena@supplier.example>',
}
const around = [
  '{}',
  'Good morning Rania.\n\n{}\n\nKind regards, Sami',
  'صباح الخير.\n{}\nمع التحية',
]

/** By a model that marks each mail, so that all is told. */
const judged = (mail: Uint8Array) => judgeMail(mail, clinic, { model: wordless(0.9999) })

async function said(from: string, text: string): Promise<readonly string[]> {
  const mails = around.map((it) =>
    makeMail({ from, subject: 'Tuesday', body: it.replace('{}', text) }),
  )
  const judgements = await Promise.all(mails.map(judged))
  return judgements.flatMap((it) => codesOf(it))
}

describe.each(sayings)('$code', ({ code, says, not }) => {
  test.each(says)('is told of: %s', async (text) => {
    const from =
      code === 'changed_bank_details' ? senders['a known firm'] : senders['a private mailbox']
    const found = await said(from, text)
    expect(found.filter((it) => it === code)).toHaveLength(around.length)
  })

  test.each(not)('is not told of: %s', async (text) => {
    for (const from of Object.values(senders)) expect(await said(from, text)).not.toContain(code)
  })
})

test.each(warnings)(
  'what others may ask is not told, and what a warner asks is: $told',
  async ({ code, told, asks }) => {
    const from = code === 'changed_bank_details' ? senders['a known firm'] : senders.stranger
    expect(await said(from, told)).not.toContain(code)
    const found = await said(from, asks)
    expect(found.filter((it) => it === code)).toHaveLength(around.length)
  },
)

test.each([
  ['Please transfer the amount of 4,800 EUR to the consultant', 'asks_for_payment'],
  ['رجاءً حوّلي المبلغ 4,800 دولار إلى المستشار', 'asks_for_payment'],
  ['Please do it urgently', 'pressing_wording'],
  ['I am in a meeting and cannot take calls', 'cannot_be_called'],
])(
  'a quotation holds its evidence, wherever it stands in a long sentence: %s',
  async (text, code) => {
    const filler = (count: number) =>
      'as we said on the last day of the month with you '.repeat(count)
    for (const [before, after] of [
      [0, 0],
      [0, 5],
      [3, 0],
      [5, 5],
    ] as const) {
      const body = `${filler(before)}${text} ${filler(after)}`.trim()
      const { reasons } = await judged(makeMail({ from: senders['a private mailbox'], body }))
      const reason = reasons.find((it) => it.code === code)
      const words = String(reason?.values.words)
      for (const word of text.split(' ').slice(-3)) expect(words).toContain(word)
      expect(words.length).toBeLessThanOrEqual(130)
      expect(body).toContain(reason?.place?.text)
    }
  },
)

const languages = ['en', 'ar'] as const

test.each(languages)(
  'the first reason of mails in %s is the one that decides',
  async (language) => {
    const wrong: string[] = []
    for (const mail of readFirstReasons(language)) {
      const read = await readMail(rawOf(mail))
      const judgement = await judgeReadMail(read, knowledgeOf(mail), { model: shippedModel })
      const [first] = judgement.reasons
      const isExpected =
        judgement.level === mail.level &&
        first !== undefined &&
        [mail.first].flat().includes(first.code) &&
        reasonIn(language, first).includes(mail.says ?? '')
      if (!isExpected)
        wrong.push(`${mail.from} ${mail.subject}: ${judgement.level}, ${first?.code}`)
      // Each reason with a place has it in the mail, in the part that is shown.
      const { against, supporting } = findingsOf({ kind: 'mail', mail: read, judgement })
      for (const { reason, mark } of [...against, ...supporting]) {
        if (reason.place !== undefined)
          expect(mark, `${mail.subject}: ${reason.code}`).toBeDefined()
      }
    }
    // One of 20 may be another opinion.
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(1)
  },
)

const linkTo = (target: string) =>
  makeMail({
    from: 'Tolls <info@toll-office.example>',
    body: `Your journey is not settled yet: ${target}`,
  })

test.each([
  ['says so', true, linkTo('https://other-firm.example/toll')],
  ['to its own site does not', false, linkTo('https://www.toll-office.example/toll')],
  ['to a known firm does not', false, linkTo('https://www.paypal.com/toll')],
  ['with a number is told of that', false, linkTo('http://203.0.113.9/toll')],
])('a marked mail that only leads elsewhere %s', async (_, isSaid, mail) => {
  expect(codesOf(await judged(mail)).includes('links_open_another_site')).toBe(isSaid)
})

test('a brand in a foreign name comes before all that it asks for', async () => {
  const body =
    'Our bank account has changed, please pay the invoice to the new one: https://toll-office.example/7'
  const mail = makeMail({ from: 'PayPal <info@toll-office.example>', body })
  expect(codesOf(await judged(mail))[0]).toBe('brand_name_on_foreign_domain')
})

test.each([
  ['Log in to update your salary account before Friday: https://pay.example/', 'asks_for_password'],
  ['يرجى تسجيل الدخول لتحديث بيانات الراتب: https://pay.example/', 'asks_for_password'],
  ['أكد رقمك الآن: https://pay.example/', 'asks_for_password'],
  ['Review and sign it with your work login: https://pay.example/', 'asks_for_password'],
  ['Could you send me a list of all open invoices with the amounts today?', 'asks_for_lists'],
])('what a mail asks for is named as that: %s', async (body, code) => {
  const mail = makeMail({ from: senders['a private mailbox'], body })
  const found = codesOf(await judged(mail))
  expect(found).toContain(code)
  const others = ['asks_to_change_salary_account', 'asks_for_number', 'asks_for_payment']
  expect(found.filter((it) => others.includes(it))).toEqual([])
})

test('a promise of money is quoted with the money', async () => {
  const body = 'No experience needed. The job pays 400 USD a day. Write to us.'
  const { reasons } = await judged(makeMail({ from: senders['a private mailbox'], body }))
  const promise = reasons.find(({ code }) => code === 'promises_money')
  expect(promise?.values.words).toBe('The job pays 400 USD a day.')
})

test.each([
  ['Our invoice 118 of 640 EUR is payable within 30 days. Thank you.', false],
  ['رسوم الرحلة خمسة دنانير تدفع لمعلمة الصف.', false],
  ['The minutes of Tuesday are below, and 40 people came.', true],
])('only a mail without a sum to pay is said to ask for no money: %s', async (body, isSaid) => {
  const judgement = await judgeMail(makeMail({ body }), {}, { model: wordless(0.01) })
  expect(codesOf(judgement, 'for').includes('nothing_to_open')).toBe(isSaid)
})

const entry = v.strictObject({
  from: v.string(),
  subject: v.string(),
  text: v.optional(v.string()),
  /** With links as [text](target). */
  html: v.optional(v.string()),
  /** The clinic is the recipient, with what it knows. */
  knows: v.optional(v.boolean(), false),
  auth: v.optional(v.picklist(['pass', 'fail'])),
  file: v.optional(v.strictObject({ name: v.string(), type: v.string(), content: v.string() })),
  level: v.optional(v.picklist(['safe', 'suspicious']), 'suspicious'),
  /** The first reason; one of several that are as good. */
  first: v.union([v.string(), v.array(v.string())]),
  /** A part of its sentence. */
  says: v.optional(v.string()),
})

type FirstReason = v.InferOutput<typeof entry>

function readFirstReasons(language: 'en' | 'ar'): FirstReason[] {
  return v.parse(
    v.array(entry),
    parse(readFileSync(join(import.meta.dirname, `first-reasons.${language}.yaml`), 'utf8')),
  )
}

function knowledgeOf({ knows }: FirstReason): Knowledge {
  return knows ? clinic : {}
}

function rawOf({ from, subject, text, html, auth, file, knows }: FirstReason): Uint8Array {
  const headers =
    auth === undefined || !knows ? [] : [`Authentication-Results: mx.clinic.example; dmarc=${auth}`]
  const page = html?.replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>')
  const shown = {
    type: page === undefined ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
    body: page === undefined ? (text ?? '') : `<p>${page}</p>`,
  }
  const parts = { from, subject, headers }
  if (file === undefined) return makeMail({ ...parts, ...shown })
  const content = file.content === 'LOCKED' ? archive(1) : file.content
  return makeMail({ ...parts, ...withFile(shown.body, file.name, file.type, content, shown.type) })
}
