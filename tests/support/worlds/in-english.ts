import { join } from 'node:path'
import { readWords } from '../../../server/core/read-words.ts'
import { type KeptReasons, showReasons } from '../../../server/emails/sentences/sentence.ts'

/** A row of `scans` with its reason and indicators as an English reader sees them. */
export function inEnglish<Row extends KeptReasons>({ reason, ...row }: Row) {
  const { detection_reason, scan_details } = showReasons({ reason, ...row })
  return {
    ...row,
    detection_reason,
    indicators: JSON.stringify(scan_details.content_analysis.indicators),
  }
}

/** The English words of what a mail filter finds, by code. */
export const findings = readWords(
  join(import.meta.dirname, '../../../server/emails/sentences'),
  'findings.words.yaml',
).en
