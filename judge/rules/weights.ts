/*
 * How much evidence moves the natural logarithm of the odds. The weights were set by hand (decision 0109):
 * of mail with nothing to open, 1.6 marks one whose words seem fraudulent, and 3.8 one whose words seem
 * ordinary.
 */

/**
 * The weight of a doubt about a sender: little alone, for honest mail has it too, and much where
 * something is asked for.
 */
export interface DoubtWeight {
  readonly alone: number
  readonly asking: number
  /** People speak of their firm's money at home; a firm that seems to be another one has no reason to. */
  readonly isPerson?: true
  /** Where nothing that is known was asked for: how much any question counts as asking. */
  readonly question?: number
}

export const doubtWeights = {
  /** People write from home. */
  colleague: { alone: 0.1, asking: 4.5, isPerson: true },
  /** But not from an address that names an office, and hardly from a domain of others. */
  colleagueInOffice: { alone: 1.2, asking: 5, isPerson: true, question: 0.65 },
  colleagueElsewhere: { alone: 0.8, asking: 5, isPerson: true, question: 0.2 },
  /** The name stands under the text only. */
  colleagueUnderText: { alone: 0.2, asking: 3.8, isPerson: true },
  /** A private address that has written before. */
  knownColleague: { alone: 0, asking: 2, isPerson: true },
  /** The name is an address of ours or of a correspondent, and the address another one. */
  addressInName: { alone: 2.5, asking: 5 },
  role: { alone: 0.3, asking: 3.6, isPerson: true },
  forged: { alone: 2.2, asking: 5 },
  /** A mailing list breaks the seal of honest mail. */
  forgedByList: { alone: 0.4, asking: 1.5 },
  failed: { alone: 0.6, asking: 1 },
  /** A known sender is worth pretending to be. */
  failedKnown: { alone: 0.8, asking: 3.6 },
  sameLook: { alone: 4, asking: 6 },
  oneLetter: { alone: 3, asking: 5 },
  /** Short names have honest neighbours. */
  oneLetterOfFew: { alone: 1.2, asking: 4.2 },
  addedWord: { alone: 1, asking: 4.3 },
  /** Firms have several domains. */
  otherEnding: { alone: 0.4, asking: 3.6 },
  firmOnFreeMail: { alone: 0.4, asking: 3.6 },
  firmElsewhere: { alone: 0.2, asking: 3 },
  replyToFreeMail: { alone: 0.5, asking: 2.2 },
  replyElsewhere: { alone: 0.3, asking: 1.5 },
  /** The sender is one who is known here, and answers go to another. */
  knownReplyElsewhere: { alone: 0.5, asking: 4.2, question: 0.5 },
  thread: { alone: 0.4, asking: 1.7 },
} satisfies Readonly<Record<string, DoubtWeight>>

/**
 * The share of requests, pressure and answers that go elsewhere which counts where nothing is wrong with the
 * sender: set by the cross-validation (decision 0109).
 */
export const unsupported = { quiet: 0.5, other: 0.3 } as const

/**
 * The weight of a request by a sender who is neither known nor a colleague: most of it is business.
 */
export const requestWeights = {
  payment: 0.3,
  sentSecret: 3,
  extortion: 3,
  /** To an agent, a relative or a way that cannot be taken back. */
  oddPayment: 4,
  bankRecords: 1.8,
  /** Before something that was won, ordered or is held. */
  advanceFee: 2.6,
  changedAccount: 1.6,
  changeAsked: 4,
  salaryAccount: 3.2,
  giftCards: 2.4,
  giftCodes: 4.2,
  deal: 0.6,
  lists: 1,
  number: 0.4,
  vagueTask: 0.4,
  favour: 0.2,
  earlierDealings: 1,
} as const

/** An announced change of accounts counts from a known sender too: a mailbox can be taken over. */
export const changeByKnown = { account: 4.2, verified: -3.6 } as const

/** An account that is named; no account is known. */
export const accountNamed = { byStranger: 0.2, bySuspect: 1 } as const

/** How it presses: with nothing else, from a stranger who wants money, from a suspect sender who asks. */
export const pressure = {
  secrecy: { alone: 0.4, money: 3, suspect: 1.6 },
  unreachable: { alone: 0.2, money: 0.8, suspect: 1.2 },
  haste: { alone: 0.1, money: 0.2, suspect: 0.8 },
} as const

export const trust = {
  firstContact: 0.2,
  knownProven: -2.5,
  known: -1.2,
  /** Known, but asks for what taken-over mailboxes ask for. */
  knownButAsks: -0.2,
  proven: -0.8,
  /** Anyone can prove to be a new domain. */
  provenStranger: -0.2,
} as const

/**
 * The weight of a letter's words: how much they count as asking, from which odds on and up to which
 * share, and how much each step of the odds moves the judgement.
 */
export const letterWeights = {
  asking: { from: 0, each: 1, most: 0.9 },
  words: { least: -2, most: 2.5, each: 2 },
} as const

/** Known is not safe: what taken-over mailboxes send marks a mail whose words seem as honest as they can. */
export const takenOver = 5.2

/**
 * The weight of means of deception; `asking`: for a password, or by a page whose address names one.
 */
export const trapWeights = {
  disguisedLink: { bulk: 0.2, alone: 0.8, asking: 2.6, brand: 2.6 },
  /** Others may speak of a firm in their addresses, too. */
  brandLink: { bulk: 0.2, alone: 1, asking: 2 },
  numberLink: { alone: 1, asking: 3.2 },
  linkBeginsLike: { bulk: 0.4, alone: 2, asking: 3.2 },
  signInElsewhere: { known: takenOver, other: 0.6 },
  askingInvitation: 2.6,
  /** Firms sign their customers in at home. */
  signInOnFreeHost: 1,
  /** To have broken a right, with a threat: an honest lawyer writes by post, too. */
  accusation: 1.2,
  codeToScan: { known: takenOver, other: 2.6 },
  lockedArchive: { known: takenOver, other: 2.6 },
  /** More than all that speaks for a mail. */
  runningFile: { known: 1, other: 9 },
  /** The model knows enough of pages that only show something. */
  attachedPage: { asks: 6, unpacks: 6, leads_on: 5 },
  code: { known: 1, bulk: 0.8, alone: 2.4, asking: 5 },
  /** Without a code in it, it may well be a photograph. */
  lonePicture: { looked: 1, unseen: 5 },
  /** No program writes such mail. */
  severalSenders: 6,
  callBack: 2.4,
  beyondLimits: { built: 8, long: 2 },
} as const
