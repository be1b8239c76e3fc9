import { Refusal } from '../http/refusals.ts'
import type { RefusedScan, Report, ReportedScan } from './read-report.ts'

/** Words of a refusal name no more of a batch than so many. */
const namedAtMost = 10

export interface Sorted {
  readonly taken: readonly ReportedScan[]
  readonly refused: readonly RefusedScan[]
}

/**
 * Parts the scans of a report that can be taken from the others.
 * @param faultOf a scan that cannot be taken; undefined for one that can
 */
export function sortScans(
  { scans, refused }: Report,
  faultOf: (scan: ReportedScan) => Refusal | undefined,
): Sorted {
  const taken: ReportedScan[] = []
  const faulty: RefusedScan[] = [...refused]
  for (const reported of scans) {
    const fault = faultOf(reported)
    if (fault === undefined) taken.push(reported)
    else faulty.push({ index: reported.index, fault })
  }
  return { taken, refused: faulty.toSorted((one, other) => one.index - other.index) }
}

/** What an answer says of the scans that were not taken. */
export function showRefused(refused: readonly RefusedScan[]) {
  return refused.map(({ index, fault }) => ({ index, detail: fault.message }))
}

/** The refusal of a report of which nothing was taken: a single scan says by itself what is wrong. */
export function refusalOf(report: Report, refused: readonly RefusedScan[]): Refusal {
  const [first] = refused
  if (first !== undefined && !report.isBatch) return first.fault
  const named = refused.slice(0, namedAtMost).map(({ fault }) => fault.message)
  const more = refused.length > namedAtMost ? [`and ${refused.length - namedAtMost} more`] : []
  const words = [...named, ...more].join('; ')
  return new Refusal(422, words, {}, { refused: showRefused(refused) })
}
