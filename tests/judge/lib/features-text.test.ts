import { describe, expect, test } from 'vitest'
import { textFeatures } from '../../../judge/features/text.ts'
import { judgeMail } from '../../../judge/judge.ts'
import {
  domainOf,
  hostOf,
  nameOf,
  registeredDomain,
  skeletonOf,
} from '../../../judge/read/domain.ts'
import { lookalikeOf } from '../../../judge/rules/lookalikes.ts'
import { isWithin } from '../../../judge/rules/sender.ts'
import { type Case, differences } from '../../support/judge/features.ts'
import { clinic, codesOf, type MailParts, makeMail, wordless } from '../../support/judge/mails.ts'

/** Nearly every other text changes them, too. */
const usual = ['capitals', 'subjectLength', 'subjectCapitals']
const pressing = { asksForPassword: 1, threatensWithLoss: 1, presses: 1, asksForPayment: 1 }
const allAlarms = { ...pressing, alarms: 4 }
/** A text, or other parts of a mail. */
const cases: readonly Case<string | MailParts>[] = [
  ['a password', 'Please confirm your password today.', { asksForPassword: 1, alarms: 1 }],
  [
    'a threat',
    'Your mailbox will be deleted and your account suspended.',
    { threatensWithLoss: 1, alarms: 1 },
  ],
  ['haste', 'This is urgent, act now.', { presses: 1, alarms: 1 }],
  ['a payment', 'Please make a payment by bank transfer.', { asksForPayment: 1, alarms: 1 }],
  ['gift cards', 'Can you buy gift cards for me?', { asksForGiftCards: 1 }],
  ['a prize', 'You have won the lottery, claim your prize.', { promisesMoney: 1 }],
  ['secrecy', 'Keep this between us and do not tell Omar.', { keepsSecret: 1 }],
  [
    'a changed account',
    'Our bank account has changed, please use the new one.',
    { changesAccount: 1 },
  ],
  ['a first question', 'Are you available? I need a favour.', { asksToAnswerFirst: 1 }],
  ['an address to a customer', 'Dear customer, welcome.', { names: 1 }],
  ['how to unsubscribe', 'To unsubscribe, write to us.', { unsubscribes: 1 }],
  [
    'all alarms at once',
    'Urgent: confirm your password or your account will be closed. Make a payment now.',
    allAlarms,
  ],
  [
    'alarms in the subject',
    { subject: 'URGENT: verify your account, final notice, overdue invoice, expired' },
    { ...allAlarms, subjectAlarms: 4 },
  ],
  [
    'alarms in Arabic',
    'عاجل: سيتم إيقاف حسابك. أدخل كلمة المرور وادفع رسوم التوصيل.',
    { ...allAlarms, arabic: 1 },
  ],
  ['no subject', { subject: '' }, { subjectMissing: 1 }],
  [
    'a long subject',
    { subject: 'minutes of the meeting '.repeat(9).trim() },
    { subjectLength: 150, subjectCapitals: 0 },
  ],
  ['a subject in capitals', { subject: 'MINUTES of tuesday' }, { subjectCapitals: 0.438 }],
  ['many calls in the subject', { subject: 'Minutes!!!!!!!' }, { subjectCalls: 5 }],
  ['an emoji in the subject', { subject: '🎉 Minutes' }, { subjectEmoji: 1 }],
  ['a code in the subject', { subject: 'Order AB12-99CD7' }, { subjectCode: 1 }],
  [
    'a number in the subject',
    { subject: 'Order 1234567' },
    { subjectLength: 13, subjectCapitals: 0.2 },
  ],
  [
    'a short code in the subject',
    { subject: 'Order A1B2C3' },
    { subjectLength: 12, subjectCapitals: 0.5 },
  ],
  ['the recipient in the subject', { subject: 'Minutes for Rania' }, { subjectNamesRecipient: 1 }],
  ['the recipient in the text', 'For RANIA@clinic.example alone.', { textNamesRecipient: 1 }],
  ['mixed letters in the subject', { subject: 'Pаyment of Tuesday' }, { subjectMixed: 1 }],
  ['mixed letters in the text', 'Your pаyment is here.', { textMixed: 1, otherLetters: 0.048 }],
  [
    'Greek letters among Latin ones',
    'Your pαyment is hΕre.',
    { textMixed: 1, otherLetters: 0.095 },
  ],
  ['signs of measures', 'It has 10 kΩ, and TNFα and 5 μl.', { otherLetters: 0.094 }],
  ['mixed letters far behind', `${'word '.repeat(700)}pаyment`, { capitals: 0 }],
  ['capitals', 'PLEASE READ this today', { capitals: 0.526 }],
  ['calls', 'Hello! Read this! Now!', { calls: 5 }],
  ['many calls', 'a!!!!!!!!!!!!!!!', { calls: 5 }],
  ['money', 'It costs $ 20 or 15 JOD or 3 دينار or €4 here.', { money: 5 }],
  ['much money', '$1 $2 $3 $4 $5 $6 $7 x', { money: 5 }],
  ['a telephone number', 'Call +962 79 123 4567.', { telephone: 1 }],
  ['a date', 'On 2026-11-25 at noon.', { capitals: 0.125 }],
  ['a brand in the text', 'Your Netflix account is here.', { textBrand: 1 }],
  ['a brand far behind', `${'word '.repeat(700)}netflix`, { capitals: 0 }],
  ['an Arabic text', 'صباح الخير، هذا محضر اجتماع الثلاثاء كما وعدنا.', { arabic: 1 }],
  [
    'a mostly Latin text with Arabic',
    'Good morning and welcome to the meeting of Tuesday مرحبا',
    { capitals: 0.043 },
  ],
  ['a text in Cyrillic', 'Доброе утро', { otherLetters: 0.909 }],
  ['a text with accents', 'Grüße aus Köln, à bientôt, größer', { accents: 1 }],
  [
    'a text with a few accents',
    'We will meet at the café near the large station this coming Tuesday morning',
    { accents: 0.161 },
  ],
  ['nothing but a number', '4711', { capitals: 0 }],
  [
    'alarms after ten thousand letters',
    `${'word '.repeat(2100)}urgent password`,
    { alarms: 2, asksForPassword: 1, presses: 1 },
  ],
  ['two calls in a long text', `${'word '.repeat(100)}Now! Here!`, { calls: 0.491 }],
  ['a sum in a long text', `${'word '.repeat(250)}$5`, { money: 0.5 }],
  ['a few words in Greek letters', 'Καλημέρα and good morning to all', { otherLetters: 0.25 }],
  ['a code after a sign', { subject: 'Order #AB1234567' }, { subjectCode: 1 }],
  ['a code that ends in letters', { subject: 'Order 99-ABCDEF' }, { subjectCode: 1 }],
  ['a code with its digit behind', { subject: 'Order ABCDEFG1' }, { subjectCode: 1 }],
  ['a code with its letter behind', { subject: 'Order 1234567A' }, { subjectCode: 1 }],
  ['a code of seven signs', { subject: 'A12345B' }, { subjectCode: 1 }],
  [
    'two recipients, one in the subject',
    { subject: 'Minutes for Omar', headers: ['Cc: omar@clinic.example'], body: 'Good morning.' },
    { subjectNamesRecipient: 1 },
  ],
  [
    'two recipients, one in the text',
    { headers: ['Cc: omar@clinic.example'], body: 'Good morning omar@clinic.example' },
    { textNamesRecipient: 1 },
  ],
  [
    'a short name of a recipient in the subject',
    { to: 'it@clinic.example', subject: 'It is Tuesday', body: 'Good morning.' },
    { subjectLength: 13, subjectCapitals: 0.182, capitals: 0.091 },
  ],
  [
    'a name of three letters in the subject',
    { to: 'ali@clinic.example', subject: 'Minutes for Ali', body: 'Good morning.' },
    { subjectNamesRecipient: 1 },
  ],
  ['no recipient', { to: '', body: 'Good morning.' }, { capitals: 0.091 }],
  ['letters after ten thousand', `${'word '.repeat(2000)}${'A'.repeat(500)}`, { capitals: 0 }],
  ['sums in a long text', `${'word '.repeat(500)} 15JOD`, { money: 0.25 }],
  [
    'currencies without a number',
    `${'word '.repeat(500)} USD and x jod or $ alone`,
    { capitals: 0.001 },
  ],
  ['a sum after a sign', `${'word '.repeat(500)} €-5`, { capitals: 0 }],
  ['a local telephone number', 'Call 079-123-4567 now', { telephone: 1 }],
  ['a telephone number in brackets', 'Call (962) 79 1234567 now', { telephone: 1 }],
  ['a telephone number with dots', 'Call 962.6.555.1234 now', { telephone: 1 }],
  ['digits alone', 'Order 12345678901234', { capitals: 0.2 }],
  ['a short number', 'Room 12 34', { capitals: 0.25 }],
  ['a third of Arabic letters', 'abcdefg ابت', { capitals: 0 }],
  ['more than a third of Arabic letters', 'abcdef ابت', { arabic: 1 }],
  ['a text in Chinese', '早上好', { otherLetters: 1 }],
  ['a text of signs', '1 + 2 = 3 — !', { capitals: 0 }],
]

test.each(cases)('of %s is said how it speaks', async (_, given, expected) => {
  const parts = typeof given === 'string' ? { body: given } : given
  expect(await differences(textFeatures, parts, {}, usual)).toEqual(expected)
})

const stranger = 'Nadim Sayegh <office@sayegh-advisers.example>'
const home = 'Omar Haddad <omar.haddad.77@gmail.com>'

/** Judges with a model for which all letters are frauds by so much, on the scale of logarithmic odds. */
function judgeLetter(parts: MailParts, bias: number, knowledge = clinic) {
  const model = wordless(0.3)
  const letters = () => bias
  return judgeMail(makeMail(parts), knowledge, { model: { ...model, letters } })
}

describe('the words of a letter', () => {
  const body = 'Good morning Rania, could we speak about the matter of Tuesday?'

  test('mark one of a stranger that reads like a fraud, and say so', async () => {
    const marked = await judgeLetter({ from: stranger, body }, 2.5)
    expect(marked.level).toBe('suspicious')
    expect(codesOf(marked)).toContain('unusual_wording')
    const honest = await judgeLetter({ from: stranger, body }, -2)
    expect(honest.level).toBe('safe')
    expect(codesOf(honest, 'for')).toContain('ordinary_wording')
    expect(honest.score).toBeLessThan((await judgeLetter({ from: stranger, body }, 0)).score)
  })

  test('count as asking where the sender is in doubt, as where a phrase is known', async () => {
    const calm = 'The weather is fine here, and I hope that you are well.'
    expect((await judgeLetter({ from: home, body: calm }, 1)).level).toBe('suspicious')
    expect((await judgeLetter({ from: home, body: calm }, 0)).level).toBe('safe')
  })

  test('move no judgement by more than their bounds', async () => {
    const scoreOf = async (bias: number) =>
      (await judgeLetter({ from: stranger, body }, bias)).score
    expect(await scoreOf(40)).toBe(await scoreOf(2.5))
    expect(await scoreOf(-40)).toBe(await scoreOf(-2))
  })

  test('never speak for one that announces another account', async () => {
    const change = 'Our bank account has changed, please use the new account for the invoice.'
    const scoreOf = async (text: string, bias: number) =>
      (await judgeLetter({ from: stranger, body: text }, bias)).score
    expect(await scoreOf(change, -2)).toBe(await scoreOf(change, 0))
    const checked = `${change} Call us on the number you have for us before you change it.`
    expect(await scoreOf(checked, -2)).toBeLessThan(await scoreOf(checked, 0))
  })

  test('say nothing where there is something to open, or correspondents are not known', async () => {
    const linked = { from: stranger, body: `${body} https://forms.example/a/b` }
    expect((await judgeLetter(linked, 2.5)).score).toBe((await judgeLetter(linked, -2)).score)
    const { isCorrespondent: _, ...unknowing } = clinic
    const parts = { from: stranger, body }
    expect((await judgeLetter(parts, 2.5, unknowing)).score).toBe(
      (await judgeLetter(parts, -2, unknowing)).score,
    )
  })
})

describe('a domain', () => {
  test.each([
    ['supplier.example', 'supplier.example'],
    ['www.Supplier.Example.', 'supplier.example'],
    ['a.b.c.d.e.f.supplier.example', 'supplier.example'],
    ['mail.supplier.com.jo', 'supplier.com.jo'],
    ['com.jo', 'com.jo'],
    ['supplier.com.info', 'com.info'],
    ['x.supplier.jo', 'supplier.jo'],
    ['localhost', ''],
    ['a..b', ''],
    ['', ''],
  ])('of %s is registered as %s', (host, expected) => {
    expect(registeredDomain(host)).toBe(expected)
  })

  test('has a name before its ending', () => {
    expect(['www.aramex.com.jo', 'aramex.com', 'x', ''].map(nameOf)).toEqual([
      'aramex',
      'aramex',
      '',
      '',
    ])
  })

  test.each([
    ['lena@Supplier.Example', 'supplier.example'],
    ['"a@b"@supplier.example>', 'supplier.example'],
    ['lena@supplier.example. ', 'supplier.example'],
    ['lena', ''],
    ['@supplier.example', 'supplier.example'],
    ['lena@', ''],
  ])('of the address %s is %s', (address, expected) => {
    expect(domainOf(address)).toBe(expected)
  })

  test.each([
    ['https://Bank.Example/x?y', 'bank.example'],
    ['HTTP://bank.example:8080', 'bank.example'],
    [' //bank.example#x', 'bank.example'],
    ['https://user:key@bank.example/', 'bank.example'],
    ['https://bank.example@evil.example/', 'evil.example'],
    ['https://evil.example\\@bank.example/', 'evil.example'],
    ['https://[2001:db8::1]:80/', '[2001:db8::1]'],
    ['https://bank.example?x@evil.example', 'bank.example'],
    ['mailto:lena@bank.example', ''],
    ['see https://bank.example', ''],
    ['bank.example', ''],
    ['https://', ''],
    ['', ''],
  ])('of the link %s is %s', (target, expected) => {
    expect(hostOf(target)).toBe(expected)
  })
})

describe('a look-alike', () => {
  test.each([
    ['аramex', 'aramex'],
    ['ａramex', 'aramex'],
    ['árámex', 'aramex'],
    ['g00g1e', 'google'],
    ['rnedequip', 'medequip'],
    ['vvestern', 'western'],
    ['clinic', 'dinic'],
    ['BANK', 'bank'],
    ['a3b5c8', 'aebscb'],
    ['bill', 'blll'],
  ])('%s looks like %s', (name, other) => {
    expect(skeletonOf(name)).toBe(skeletonOf(other))
  })

  test.each([
    ['aramexx', 'aramex', 'a letter more at the end'],
    ['saramex', 'aramex', 'a letter more at the beginning'],
    ['armex', 'aramex', 'a letter less'],
    ['arame', 'aramex', 'the last letter less'],
    ['arimex', 'aramex', 'another letter'],
    ['arazex', 'aramex', 'another letter in the midst'],
    ['armaex', 'aramex', 'two letters swapped'],
    ['aramxe', 'aramex', 'the last two letters swapped'],
    ['aramex-pay', 'aramex', 'a word behind'],
    ['secure-aramex', 'aramex', 'a word before'],
    ['0live', 'olive', 'a digit'],
    ['bаnk', 'bank', 'a letter of another script in a short name'],
    ['clinlc', 'clinic', 'a letter that looks the same'],
  ])('%s is one of %s: %s', (name, other) => {
    expect(lookalikeOf(`${name}.com`, [`${other}.com`])).toBeDefined()
  })

  test.each([
    ['aramex', 'aramex', 'the name itself'],
    ['armxe', 'aramex', 'a letter less and two swapped'],
    ['aramexes', 'aramex', 'two letters more'],
    ['arxxex', 'aramex', 'two other letters'],
    ['xramey', 'aramex', 'the first and the last letter'],
    ['maraex', 'aramex', 'a letter that moved'],
    ['bonk', 'bank', 'another letter in a short name'],
    ['bank-pay', 'bank', 'a word behind a short name'],
    ['ab1', 'abl', 'three letters'],
    ['aramexpay', 'aramex', 'a word behind without a hyphen'],
    ['raamexy', 'aramex', 'two letters swapped and one more'],
    ['supplier', 'aramex', 'another name'],
    ['', 'aramex', 'nothing'],
  ])('%s is none of %s: %s', (name, other) => {
    expect(lookalikeOf(`${name}.com`, [`${other}.com`])).toBeUndefined()
  })

  test.each([
    ['supplier.com.jo.pay.top', 'supplier.com.jo'],
    ['www.supplier.example.pay.top', 'supplier.example'],
  ])('%s holds %s before its own end', (host, other) => {
    expect(lookalikeOf(host, ['unlike.net', other])).toEqual({ other, likeness: 'sameLook' })
  })

  test.each([
    ['supplier.pay.top', 'supplier.example'],
    ['mysupplier.example.pay.top', 'supplier.example'],
    ['supplier.exampled.pay.top', 'supplier.example'],
  ])('%s does not hold %s', (host, other) => {
    expect(lookalikeOf(host, [other])).toBeUndefined()
  })
})

describe('a host is within a domain', () => {
  const domains = ['Supplier.Example', 'paper.com.jo']

  test.each(['supplier.example', 'a.b.supplier.example', 'www.paper.com.jo'])('%s', (host) => {
    expect(isWithin(host, domains)).toBe(true)
  })

  test.each([
    'mysupplier.example',
    'supplier.example.pay.top',
    'example',
    'com.jo',
    '',
    // Longer than the name of a host.
    `${'a.'.repeat(120)}supplier.example`,
  ])('not %s', (host) => {
    expect(isWithin(host, domains)).toBe(false)
    expect(isWithin(host, [])).toBe(false)
  })
})
