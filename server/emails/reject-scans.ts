import { scansRefused } from '../../contract/emails/report-scans.ts'
import { errorBody, HttpError } from '../core/http-error.ts'
import type { RefusedScan, Report, ReportedScan } from './read-report.ts'

/** The maximum number of scans that the message of an error names. */
const namedAtMost = 10

/**
 * Separates the valid scans of a report from the others.
 * @param read parses a scan or returns an error
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

/** The rejected scans as the response lists them. */
export function showRejected(refused: readonly RefusedScan[]) {
  return refused.map(({ index, fault }) => {
    const { detail, code, params, fields } = errorBody(fault)
    return {
      index,
      detail,
      code,
      params: { ...params },
      ...(fields === undefined ? {} : { fields }),
    }
  })
}

/** The error of a report without a valid scan; for a single scan it is the scan's own error. */
export function errorOf(report: Report, refused: readonly RefusedScan[]): HttpError {
  const [first] = refused
  if (first !== undefined && !report.isBatch) return first.fault
  const named = refused.slice(0, namedAtMost).map(({ fault }) => fault.message)
  const params = { named, more: refused.length - named.length }
  return new HttpError(scansRefused, params, { facts: { refused: showRejected(refused) } })
}
