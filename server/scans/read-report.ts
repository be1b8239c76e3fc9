import { type Scan, scan as scanSchema } from '../../contract/endpoints/scans.ts'
import { HttpError } from '../http/http-error.ts'
import { parseInput } from '../http/parse-input.ts'

/** A scan and where it stands in its report. */
export interface ReportedScan {
  readonly scan: Scan
  readonly index: number
  /** What words about it begin with: `scans[3]` in a batch, nothing in a report of one. */
  readonly place: string
}

export interface RefusedScan {
  readonly index: number
  readonly fault: HttpError
}

/** What a gateway reports with one call. */
export interface Report {
  readonly scans: readonly ReportedScan[]
  /** What cannot be read. */
  readonly refused: readonly RefusedScan[]
  readonly isBatch: boolean
  /** What was reported, to tell one report from another. */
  readonly given: readonly unknown[]
}

/** A report whose scans are read already. */
export function reportOf(scans: readonly Scan[]): Report {
  const isBatch = scans.length > 1
  return {
    scans: scans.map((scan, index) => ({ scan, index, place: isBatch ? placeOf(index) : '' })),
    refused: [],
    isBatch,
    given: scans,
  }
}

/** Reads the scans of a batch one by one: one that cannot be read leaves the others (A120). */
export function readBatch(items: readonly unknown[]): Report {
  const scans: ReportedScan[] = []
  const refused: RefusedScan[] = []
  const given = items.map((item, index) => {
    const place = placeOf(index)
    try {
      const scan = parseInput(scanSchema, item, place)
      scans.push({ scan, index, place })
      return scan
    } catch (fault) {
      if (!(fault instanceof HttpError)) throw fault
      refused.push({ index, fault })
      return item
    }
  })
  return { scans, refused, isBatch: true, given }
}

/** How words about a field of a scan name it. */
export function fieldOf({ place }: ReportedScan, name: keyof Scan): string {
  return place === '' ? name : `${place}.${name}`
}

function placeOf(index: number): string {
  return `scans[${index}]`
}
