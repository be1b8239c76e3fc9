import { HttpError } from '../http/http-error.ts'
import type { RefusedScan, Report, ReportedScan } from './read-report.ts'

/** Words of a refusal name no more of a batch than so many. */
const namedAtMost = 10

/**
 * Parts what can be taken of a report from what cannot.
 * @param read a scan, or say why it is refused
 */
export function sortScans<Taken extends object>(
  { scans, refused }: Report,
  read: (scan: ReportedScan) => Taken | HttpError,
): { readonly taken: readonly Taken[]; readonly refused: readonly RefusedScan[] } {
  const taken: Taken[] = []
  const faulty = [...refused]
  for (const reported of scans) {
    const result = read(reported)
    if (result instanceof HttpError) faulty.push({ index: reported.index, fault: result })
    else taken.push(result)
  }
  return { taken, refused: faulty.toSorted((one, other) => one.index - other.index) }
}

/** What an answer says of the scans that were not taken. */
export function showRejected(refused: readonly RefusedScan[]) {
  return refused.map(({ index, fault }) => ({ index, detail: fault.message }))
}

/** The refusal of a report of which nothing was taken: a single scan says by itself what is wrong. */
export function errorOf(report: Report, refused: readonly RefusedScan[]): HttpError {
  const [first] = refused
  if (first !== undefined && !report.isBatch) return first.fault
  const named = refused.slice(0, namedAtMost).map(({ fault }) => fault.message)
  const more = refused.length > namedAtMost ? [`and ${refused.length - namedAtMost} more`] : []
  const words = [...named, ...more].join('; ')
  return new HttpError(422, words, {}, { refused: showRejected(refused) })
}
