import { expect, test } from 'vitest'
import { senderFeatures } from '../../../judge/features/sender.ts'
import { type Case, differences } from '../../support/judge/features.ts'
import type { MailParts } from '../../support/judge/mails.ts'

/** Nearly every other sender changes them, too. */
const usual = ['senderNameLength', 'senderNameCapitals', 'senderDomainLength', 'senderLocalLength']
/** The sender as it is given, an address of Lena Weber, a name for hers, or other parts of a mail. */
const cases: readonly Case<string | MailParts>[] = [
  ['no sender', '', { senderMissing: 1, senderNameMissing: 1, senderDomainDepth: 1 }],
  ['no name', '<lena@supplier.example>', { senderNameMissing: 1 }],
  ['a long name', 'Lena Weber '.repeat(9), { senderNameLength: 60 }],
  ['a long name in the domain', 'Weber of the Supplier '.repeat(5), { senderNameInDomain: 1 }],
  [
    'a name that is the own address',
    '"lena@supplier.example" <lena@supplier.example>',
    { senderNameMissing: 1 },
  ],
  [
    'a name that is another address',
    '"ceo@bank.example" <lena@supplier.example>',
    { senderNameIsAddress: 1, senderNameOtherAddress: 1 },
  ],
  ['a name in capitals', 'LENA WEBER', { senderNameCapitals: 1 }],
  ['a name of three capitals', 'IBM', { senderNameLength: 3, senderNameCapitals: 0 }],
  ['a name with a Cyrillic letter among Latin ones', 'Lеna Weber', { senderNameMixed: 1 }],
  ['a name in Cyrillic letters beside a Latin one', 'Анна Weber', {}],
  ['a letter that is not seen', 'Le\u200bna Weber', { senderNameMixed: 1, senderNameOddSigns: 1 }],
  ['a name with a sign', 'Lena Weber ✔', { senderNameOddSigns: 1 }],
  [
    'a name with usual signs',
    `"L. O'Weber & Co. (Support)" <lena@supplier.example>`,
    { senderNameLength: 26, senderNameCapitals: 0.313 },
  ],
  ['a free provider', 'lena@gmail.com', { senderFreeMail: 1 }],
  ['a cheap ending', 'lena@supplier.top', { senderOddEnding: 1 }],
  ['a deep domain', 'lena@mail.eu.west.supplier.example', { senderDomainDepth: 5 }],
  ['a long domain', `lena@${'supplier'.repeat(9)}.example`, { senderDomainLength: 60 }],
  ['many hyphens', `lena@${'of-all-things-'.repeat(4)}.example`, { senderDomainHyphens: 12 }],
  ['digits in the domain', 'lena@supplier24.example', { senderDomainDigits: 0.2 }],
  ['hyphens in the domain', 'lena@the-supplier-shop.example', { senderDomainHyphens: 2 }],
  ['a domain beyond ASCII', 'lena@xn--supplir-cya.example', { senderPunycode: 1 }],
  ['digits in the address', 'lena1987@supplier.example', { senderLocalDigits: 0.5 }],
  ['a long address', `${'lena'.repeat(15)}@supplier.example`, { senderLocalLength: 50 }],
  [
    'an address at random',
    'a1b2c3d4@supplier.example',
    { senderLocalDigits: 0.5, senderLocalRandom: 1 },
  ],
  ['an address without vowels', 'xkcdqrtz@supplier.example', { senderLocalRandom: 1 }],
  ['a short address without vowels', 'xkcdqrt@supplier.example', { senderLocalLength: 7 }],
  ['an address with few vowels', 'strengths@supplier.example', { senderLocalRandom: 1 }],
  [
    'a domain at random',
    'lena@x7k2p9q4.example',
    { senderDomainDigits: 0.5, senderDomainRandom: 1 },
  ],
  ['no answers wanted', 'no-reply@supplier.example', { senderNoReply: 1 }],
  ['no answers wanted, in other words', 'donotreply@supplier.example', { senderNoReply: 1 }],
  ['notifications', 'notifications@supplier.example', { senderNoReply: 1 }],
  ['a brand from elsewhere', 'PayPal', { senderBrand: 1, senderBrandForeign: 1 }],
  [
    'a brand itself',
    'PayPal <service@paypal.com>',
    { senderBrand: 1, senderBrandOwn: 1, senderNameInDomain: 1 },
  ],
  ['a brand with a hyphen', 'Trust-Wallet', { senderBrand: 1, senderBrandForeign: 1 }],
  ['a brand in Arabic', 'أرامكس <info@aramex.com>', { senderBrand: 1, senderBrandOwn: 1 }],
  ['a word that holds a brand', 'Upstairs', { senderNameLength: 8, senderNameCapitals: 0.125 }],
  ['a brand in the subject alone', { subject: 'Your Netflix account' }, { subjectBrandForeign: 1 }],
  [
    'a brand in the subject, from that brand',
    { from: 'Lena Weber <lena@netflix.com>', subject: 'Your Netflix account' },
    { senderDomainLength: 11 },
  ],
  [
    'a brand in the domain alone',
    'lena@netflix-help.example',
    { senderDomainHyphens: 1, domainHoldsBrand: 1 },
  ],
  ['the name in the domain', 'Supplier Team', { senderNameInDomain: 1 }],
  [
    'the name in a domain with a hyphen',
    'Bluekettle <lena@blue-kettle.example>',
    { senderDomainHyphens: 1, senderNameInDomain: 1 },
  ],
  ['short words in the domain', 'Su Li', { senderNameLength: 5, senderNameCapitals: 0.5 }],
  ['answers elsewhere', { headers: ['Reply-To: lena@other.example'] }, { replyElsewhere: 1 }],
  ['answers to a subdomain', { headers: ['Reply-To: lena@mail.supplier.example'] }, {}],
  [
    'answers to a free provider',
    { headers: ['Reply-To: lena@gmail.com'] },
    { replyElsewhere: 1, replyFreeMail: 1 },
  ],
  [
    'answers to the own free provider',
    { from: 'Lena Weber <lena@gmail.com>', headers: ['Reply-To: weber@gmail.com'] },
    { senderFreeMail: 1 },
  ],
  ['bounces elsewhere', { headers: ['Return-Path: <x@mailer.example>'] }, { bounceElsewhere: 1 }],
  ['bounces to the own domain', { headers: ['Return-Path: <x@bounce.supplier.example>'] }, {}],
  ['a sender who is the recipient', 'Rania <rania@clinic.example>', { senderIsRecipient: 1 }],
  ['no recipient', { to: '' }, { recipientMissing: 1, recipients: 0 }],
  [
    'many recipients',
    { to: Array.from({ length: 25 }, (_, i) => `p${i}@clinic.example`).join(', ') },
    { recipients: 20 },
  ],
  ['two recipients, one with a copy', { headers: ['Cc: omar@clinic.example'] }, { recipients: 2 }],
  ['no answers wanted, in one word', 'noreply@supplier.example', { senderNoReply: 1 }],
  ['no answers wanted, in three words', 'do-not-reply@supplier.example', { senderNoReply: 1 }],
  [
    'a name in capitals that is the own address',
    '"Mail LENA@SUPPLIER.EXAMPLE" <lena@supplier.example>',
    { senderNameIsAddress: 1, senderNameInDomain: 1 },
  ],
  ['no brand and the domain of one', 'lena@paypal.com', { senderDomainLength: 10 }],
  [
    'no name and no answer address',
    { from: 'lena@supplier.example', headers: ['Reply-To: '] },
    { senderNameMissing: 1 },
  ],
  ['three digits among letters', 'lena1ab2@supplier.example', { senderLocalDigits: 0.25 }],
  ['digits after each other', 'lenalena123@supplier.example', { senderLocalDigits: 0.273 }],
  ['digits after a hyphen', 'l-1-2-3-4-5@supplier.example', { senderLocalDigits: 0.455 }],
  ['a fifth of vowels', 'bcdfabcdfa@supplier.example', { senderLocalLength: 10 }],
  [
    'seven letters and a dot without a vowel',
    'xkcd.qrt@supplier.example',
    { senderLocalRandom: 1 },
  ],
  ['six letters and two dots', 'xk.cd.qr@supplier.example', { senderLocalLength: 8 }],
  ['three letters of the name in the domain', 'Pli Weber', { senderNameInDomain: 1 }],
  [
    'signs around the name in the domain',
    '-- Supplier -- <lena@bluesupplier.example>',
    { senderNameInDomain: 1 },
  ],
  [
    'no sender and an empty recipient',
    { from: '', to: 'undisclosed-recipients:;' },
    {
      senderMissing: 1,
      senderNameMissing: 1,
      senderDomainDepth: 1,
      recipientMissing: 1,
      recipients: 0,
    },
  ],
]

const of = (sender: string) => {
  if (sender === '' || sender.includes('<')) return sender
  return sender.includes('@') ? `Lena Weber <${sender}>` : `${sender} <lena@supplier.example>`
}

test.each(cases)('of %s is said who sends', async (_, parts, expected) => {
  const mail = typeof parts === 'string' ? { from: of(parts) } : parts
  expect(await differences(senderFeatures, mail, {}, usual)).toEqual(expected)
})
