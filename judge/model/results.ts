export interface Share {
  /** From 0 to 1; null of nothing. */
  readonly share: number | null
  readonly hits: number
  readonly of: number
  /** Clopper and Pearson's at 95 %. */
  readonly interval: readonly number[]
}

export interface Recall {
  readonly recall: number
  readonly of: number
  readonly interval: readonly number[]
  /** The share of marked mails among the ordinary ones on which the threshold was not chosen. */
  readonly falsePositives: number
  readonly note?: string
}

export interface MeanRecall extends Recall {
  /** The lowest and the highest. */
  readonly range: readonly number[]
}

/** A filter's result with mails that one threshold tells apart. */
export interface Curve {
  readonly atOnePercent: MeanRecall
  readonly atOnePerMille: MeanRecall
  /** With the threshold that the filter comes with. */
  readonly attacks: Share
  readonly ordinary: Share
}

export const groups = ['all', 'spamAssassin', 'texts', 'english', 'arabic'] as const
export type Group = (typeof groups)[number]

export interface MeasuredGroup {
  readonly attacks: number
  readonly ordinary: number
  readonly judge: Curve
  readonly rspamd: Curve
}

export const heldOutSets = [
  'compromiseEnglish',
  'compromiseArabic',
  'business',
  'newKindsEnglish',
  'newKindsArabic',
  'knownKindsEnglish',
  'knownKindsArabic',
  'ordinaryEnglish',
  'ordinaryArabic',
  'pastedEnglish',
  'pastedArabic',
  'pastedOrdinary',
] as const
export type HeldOutSet = (typeof heldOutSets)[number]

/** The marks on mails that no training has seen. */
interface MeasuredSet {
  readonly texts: number
  readonly judge: Share
  readonly rspamd: Share
}

/** The share of attacks among mails with a score from one value to below another. */
export interface ScoreRange {
  readonly from: number
  readonly to: number
  readonly attacks: Share
}

/** Later mail of an organization, judged with what so much of its earlier mail has taught. */
interface LearningStep {
  readonly ordinary: number
  readonly marks: number
  readonly atOnePercent: Recall
  readonly atOnePerMille: Recall
}

export interface Learning {
  /** Which way of learning it was. */
  readonly layer: string
  /** The later mails. */
  readonly attacks: number
  readonly ordinary: number
  /** From nothing learnt to most. */
  readonly steps: readonly LearningStep[]
}

/** The content of `judge/model/results.json`, which `npm run measure` writes. */
export interface Results {
  /** Year-month-day. */
  readonly measured: string
  readonly model: string
  readonly rspamd: string
  readonly parts: number
  /** Ways to part the kinds, each measured for itself. */
  readonly partitions: number
  /** Kinds of the project's own texts; each stands in one part. */
  readonly kinds: number
  readonly crossValidation: Readonly<Record<Group, MeasuredGroup>>
  readonly calibration: readonly ScoreRange[]
  readonly heldOut: Readonly<Record<HeldOutSet, MeasuredSet>>
  readonly learning: Learning
}
