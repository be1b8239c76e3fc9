import {
  accountWord,
  ask,
  asksFunds,
  bank,
  card,
  cardCode,
  confirmedByVoice,
  dealings,
  dealWord,
  elsewhere,
  favourWord,
  firstPerson,
  fromNow,
  give,
  handOver,
  hidden,
  hurry,
  isAddress,
  isConditional,
  isDisclaimer,
  isDone,
  isExpense,
  isHarmless,
  isNew,
  isOtherAccount,
  isPresent,
  isWarning,
  knownNumber,
  list,
  money,
  moneyMatter,
  notReachable,
  obtain,
  ofYou,
  order,
  paidInto,
  paysIt,
  payVerb,
  request,
  salary,
  salaryTarget,
  secretWord,
  sum,
  tellNobody,
  thirdParty,
  updatesRecords,
  vague,
  words,
  yourNumber,
} from './english-words.ts'
import type { Phrases } from './phrase.ts'

const changed = {
  all: [bank, isNew],
  none: [isConditional, isOtherAccount],
} as const

export const english: Phrases = {
  payment: [
    { all: [request, payVerb, money], none: [isDone, isExpense] },
    { all: [words('owe|owes'), sum], none: [isDone] },
    { all: [ask, words('pay|paid|wire|settle|remit'), hurry], none: [isDone, isExpense] },
    { all: [ask, sum], none: [isDone, isExpense] },
    { all: [paysIt], none: [isDone, isExpense] },
    { all: [asksFunds, accountWord] },
    { all: [/^(?:amount|beneficiary) ?:/] },
    { all: [words('to be (?:wired|transferred|paid|remitted|settled)|leave our account'), money] },
  ],
  changedAccount: [
    changed,
    { all: [paidInto, fromNow], none: [isConditional] },
    {
      all: [
        updatesRecords,
        words('pay|payments?|paid|bank(?:ing)?|remitw*|transfers?|receipts|collections?|accounts?'),
      ],
      none: [isConditional, isAddress, isOtherAccount],
      isWide: true,
    },
    {
      all: [
        words('hold|stop|pause|withhold|suspend|delay|do not (?:make|send|release)'),
        words('payments?|transfers?|remittances?'),
        words('until|till|new|further|instructions?'),
      ],
      none: [isConditional],
    },
    {
      all: [
        words('account|bank details|details|instructions'),
        words(
          "(?:i|we)(?:'ll| will| shall| am going to) (?:give|send|provide|share|forward|supply)",
        ),
        words('payments?|remittances?|pay|transfers?|remit'),
      ],
    },
  ],
  salaryAccount: [
    {
      all: [salary, salaryTarget, isNew, firstPerson],
      none: [isConditional, words('portal|employees')],
    },
    {
      all: [salary, /\b(?:my|i)\b/, words('bank|account|deposit(?:ed)?'), ask],
      none: [isConditional, words('portal|employees|payslip')],
    },
  ],
  accountDetails: [{ all: [request, bank], none: [isConditional, isOtherAccount] }],
  giftCards: [{ all: [card, obtain], none: [isPresent], isWide: true }],
  giftCodes: [
    { all: [card, obtain, cardCode, words('send|forward|e-?mail|text|give|share|reply|me')] },
    { all: [card, cardCode], none: [isPresent], isWide: true },
  ],
  deal: [{ all: [dealWord, hidden], none: [isDisclaimer], isWide: true }],
  lists: [
    { all: [ask, handOver, list], none: [isConditional], isWide: true },
    { all: [order, handOver, list], none: [isConditional] },
  ],
  credentials: [
    { all: [request, secretWord], none: [isWarning] },
    {
      all: [
        secretWord,
        words(
          '(?:re-?)?enter|provide|confirm(?:ing)?|verify(?:ing)?|keep|sign in|log in|click|renew|update|reply',
        ),
      ],
      none: [isWarning],
      isWide: true,
    },
  ],
  number: [{ all: [yourNumber, give] }, { all: [elsewhere] }],
  moneyMatter: [
    { all: [request, moneyMatter], none: [isDone, isExpense, isHarmless] },
    { all: [/\?/, moneyMatter], none: [isDone, isExpense, isHarmless] },
  ],
  vagueTask: [{ all: [vague, ofYou] }],
  favour: [{ all: [favourWord] }],
  secrecy: [{ all: [tellNobody], none: [isDisclaimer] }],
  unreachable: [{ all: [notReachable] }],
  haste: [{ all: [hurry] }],
  earlierDealings: [{ all: [dealings], none: [thirdParty] }],
  celebration: [
    {
      all: [
        words(
          'birthday|farewell|surprise party|wedding|baby shower|retirement|present for|collecting for',
        ),
      ],
    },
  ],
  verified: [{ all: [knownNumber] }, { all: [confirmedByVoice] }],
}
