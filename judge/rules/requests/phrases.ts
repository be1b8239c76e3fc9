import type * as english from './english-words.ts'

/** Kinds of requests, and of pressure. */
export const requestKinds = [
  'payment',
  'oddPayment',
  'bankRecords',
  'advanceFee',
  'amount',
  'changedAccount',
  'otherAccount',
  'salaryAccount',
  'accountDetails',
  'giftCards',
  'giftCodes',
  'deal',
  'lists',
  'credentials',
  'sentSecret',
  'extortion',
  'accusation',
  'signIn',
  'scanCode',
  'number',
  'moneyMatter',
  'vagueTask',
  'favour',
  'secrecy',
  'unreachable',
  'hastyRequest',
  'haste',
  'earlierDealings',
  'verified',
  'celebration',
  'newcomer',
  'question',
] as const

export type RequestKind = (typeof requestKinds)[number]

/** A sentence says it if it holds one of each word class in `all`, and none of `none`. */
export interface Phrase {
  readonly all: readonly RegExp[]
  readonly none?: readonly RegExp[]
  /** The classes may stand in two sentences, one after the other. */
  readonly isWide?: true
}

/** The word classes of a language. */
export type Vocabulary = Readonly<Record<keyof typeof english, RegExp>>

export type Phrases = Readonly<Record<RequestKind, readonly Phrase[]>>

/** The phrases of a language, by its word classes. */
export function phrasesOf(it: Vocabulary): Phrases {
  const smallOrDone = [it.isDone, it.isExpense]
  const notToPay = [...smallOrDone, it.refuses]
  const isOther = [it.isConditional, it.isOtherAccount]
  return {
    payment: [
      { all: [it.request, it.payVerb, it.money], none: [...notToPay, it.isCode] },
      { all: [it.owes, it.sum], none: [it.isDone] },
      { all: [it.ask, it.payBare, it.hurry], none: notToPay },
      { all: [it.ask, it.sum], none: notToPay },
      { all: [it.paysIt], none: notToPay },
      { all: [it.asksFunds] },
      { all: [it.formLine] },
      { all: [it.toBePaid, it.money], none: [it.isDone, it.refuses] },
    ],
    oddPayment: [
      { all: [it.request, it.oddPayee], none: [it.isWarning, ...smallOrDone] },
      { all: [it.payVerb, it.oddPayee, it.money], none: [it.isWarning, ...smallOrDone] },
      { all: [it.accountLater], none: [it.isConditional] },
    ],
    advanceFee: [{ all: [it.fee, it.benefit], none: [it.isConditional, it.refuses], isWide: true }],
    amount: [{ all: [it.largeSum], none: [...smallOrDone, it.isPrivate] }],
    bankRecords: [{ all: [it.balances, it.signatories], isWide: true }],
    changedAccount: [
      { all: [it.bank, it.isNew], none: isOther },
      { all: [it.iban, it.oddPayee], none: [it.isConditional], isWide: true },
      { all: [it.bank, it.switched], none: isOther, isWide: true },
      { all: [it.paidInto, it.fromNow], none: [it.isConditional] },
      {
        all: [it.updatesRecords, it.receiptWord],
        none: [...isOther, it.isAddress],
        isWide: true,
      },
      { all: [it.hold, it.payments, it.until], none: isOther },
      { all: [it.account, it.willSend, it.payments] },
      { all: [it.payVerb, it.oddPayee], none: [it.isWarning, it.isConditional, ...smallOrDone] },
    ],
    otherAccount: [{ all: [it.iban, it.isNew], none: [it.isConditional] }],
    salaryAccount: [
      {
        all: [it.salary, it.salaryTarget, it.isNew, it.firstPerson],
        none: [it.isConditional, it.isSalaryNotice],
        isWide: true,
      },
      {
        all: [it.salary, it.mine, it.salaryBank, it.ask],
        none: [it.isConditional, it.isPayslip],
      },
    ],
    accountDetails: [{ all: [it.request, it.bank], none: [...isOther, it.refuses] }],
    giftCards: [{ all: [it.card, it.obtain], none: [it.isPresent, it.isReport], isWide: true }],
    giftCodes: [
      { all: [it.card, it.obtain, it.cardCode, it.sendCode] },
      { all: [it.card, it.cardCode], none: [it.isPresent], isWide: true },
    ],
    deal: [{ all: [it.dealWord, it.hidden], none: [it.isDisclaimer], isWide: true }],
    lists: [
      {
        all: [it.ask, it.handOver, it.list],
        none: [it.isConditional, it.isAttendance, it.refuses],
        isWide: true,
      },
      {
        all: [it.order, it.handOver, it.list],
        none: [it.isConditional, it.isAttendance, it.refuses],
      },
    ],
    credentials: [
      { all: [it.request, it.secretWord], none: [it.isWarning] },
      { all: [it.secretWord, it.enter], none: [it.isWarning], isWide: true },
    ],
    sentSecret: [{ all: [it.sends, it.ownSecret], none: [it.isWarning] }],
    extortion: [{ all: [it.spied, it.publishes, it.ransom], isWide: true }],
    accusation: [{ all: [it.wrong, it.sanction, it.deadline], none: [it.isWarning], isWide: true }],
    signIn: [{ all: [it.ask, it.signsIn, it.something], none: [it.isWarning], isWide: true }],
    scanCode: [{ all: [it.scan, it.scanned, it.purpose], isWide: true }],
    number: [{ all: [it.yourNumber, it.give], none: [it.ownNumber] }, { all: [it.elsewhere] }],
    moneyMatter: [
      { all: [it.request, it.moneyMatter], none: [...smallOrDone, it.isHarmless] },
      { all: [it.question, it.moneyMatter], none: [...smallOrDone, it.isHarmless] },
    ],
    vagueTask: [{ all: [it.vague, it.ofYou], none: [it.isOccasion, it.isListed, it.isFooter] }],
    favour: [{ all: [it.favourWord], none: [it.isFooter] }],
    secrecy: [{ all: [it.tellNobody], none: [it.isDisclaimer, it.isFooter, it.refuses] }],
    unreachable: [
      { all: [it.notReachable], none: [it.isEveryday, it.isFooter] },
      { all: [it.away], none: [it.isTravel, it.isEveryday, it.isFooter] },
    ],
    hastyRequest: [{ all: [it.hurry, it.request], none: [it.isDone, it.isFooter] }],
    haste: [{ all: [it.hurry] }],
    earlierDealings: [{ all: [it.dealings], none: [it.thirdParty] }],
    newcomer: [{ all: [it.isNewcomer] }],
    question: [{ all: [it.question] }, { all: [it.request] }],
    celebration: [{ all: [it.celebration] }],
    verified: [{ all: [it.knownNumber] }, { all: [it.confirmedByVoice] }],
  }
}
