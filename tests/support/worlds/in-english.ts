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
