import type { MeanRecall, Share } from '../shares.ts'

/** What a filter makes of mails that are told apart by one threshold. */
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
] as const
export type HeldOutSet = (typeof heldOutSets)[number]

/** What was marked of mails that no training has seen. */
interface MeasuredSet {
  readonly texts: number
  readonly judge: Share
  readonly rspamd: Share
}

/** Of mails with a score from one value to below another, how many were attacks. */
export interface ScoreRange {
  readonly from: number
  readonly to: number
  readonly attacks: Share
}

/** The content of `judge/training/results.json`, which `npm run measure` writes. */
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
}
