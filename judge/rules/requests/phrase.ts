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
