import type { Scan as ReportedScan } from '../../contract/emails/report-scans.ts'
import type { Sentence } from './sentences/sentence.ts'

/** A scan that a gateway reported in its own words, or that Aman explains by codes. */
export interface Scan extends Omit<ReportedScan, 'detection_reason' | 'indicators'> {
  readonly detection_reason: Sentence
  readonly indicators: readonly Sentence[]
  /** The judge's level; undefined if it was not asked. */
  readonly judge_level?: 'safe' | 'suspicious'
}
