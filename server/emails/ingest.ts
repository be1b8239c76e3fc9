import { scansRefused } from '../../contract/emails/report-scans.ts'
import { HttpError, rowProblemOf } from '../core/http-error.ts'
import type { Cover } from '../core/ports.ts'
import type { Gateway } from '../http/idempotency-key.ts'
import type { Services } from '../http/services.ts'
import { answerOnce, type CountedOnce, countOnce, type Ingested } from './counted-once.ts'
import { type AddressedScan, type JudgedMail, judgeMail } from './judged-mail.ts'
import { keepMail } from './keep-mail.ts'
import { type NoPlace, type Place, placeFault, placeScans } from './place-scans.ts'
import type { RefusedScan, Report, ReportedScan } from './read-report.ts'
import { timeFault } from './read-report.ts'

/** The maximum number of scans that the message of an error names. */
const namedAtMost = 10

/**
 * Separates the valid scans of a report from the others.
 * @param read parses a scan or returns an error
 */
function sortScans<Taken extends object>(
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
function showRejected(refused: readonly RefusedScan[]) {
  return refused.map(({ index, fault }) => ({ index, ...rowProblemOf(fault) }))
}

/** The error of a report without a valid scan; for a single scan it is the scan's own error. */
function errorOf(report: Report, refused: readonly RefusedScan[]): HttpError {
  const [first] = refused
  if (first !== undefined && !report.isBatch) return first.fault
  const named = refused.slice(0, namedAtMost).map(({ fault }) => fault.message)
  const params = { named, more: refused.length - named.length }
  return new HttpError(scansRefused, params, { facts: { refused: showRejected(refused) } })
}

type Parts = Pick<Services, 'database' | 'trustablePublicMail'>

/** The outcome of a report, even a refused one; a repeated report has none. */
interface Outcome {
  readonly countScans: Services['countScans']
  readonly countUnplaced: (unplaced: readonly NoPlace[]) => Promise<void>
}

const uncounted: Outcome = { countScans: () => {}, countUnplaced: async () => {} }

/**
 * Stores the scans that a gateway reports, only once for an idempotency key. The valid scans of a batch
 * are stored in one transaction; the others are rejected one by one.
 * @throws HttpError if no scan is valid, or the key belongs to another report
 */
export async function ingestScans(
  services: Parts & Pick<Services, 'clock'>,
  gateway: Gateway,
  report: Report,
  outcome: Outcome = uncounted,
): Promise<Ingested> {
  const now = services.clock()
  // Nothing of a report that was stored before.
  let stored: Ingested['scans'] = []
  let unplaced: readonly NoPlace[] = []
  try {
    const answer = await services.database.transaction().execute((database) =>
      answerOnce(database, now, gateway, report.given, async (keepAnswer) => {
        const place = { ...services, database }
        const tell = (without: readonly NoPlace[]) => {
          unplaced = without
        }
        const ingested = await ingestWithin(place, now, gateway.cover, report, tell, keepAnswer)
        stored = ingested.scans
        return ingested
      }),
    )
    outcome.countScans(stored.map(({ threat_level }) => threat_level))
    return answer
  } finally {
    await outcome.countUnplaced(unplaced)
  }
}

/**
 * Runs in the caller's transaction.
 * @param tell gets the recipients without a place
 * @param keepAnswer called before the mail is written, and then the transaction ends with that; without
 * it the transaction goes on
 */
export async function ingestWithin(
  services: Parts,
  now: Date,
  cover: Cover,
  report: Report,
  tell: (unplaced: readonly NoPlace[]) => void,
  keepAnswer?: (answer: Ingested) => Promise<void>,
): Promise<Ingested> {
  const { database } = services
  const scans = report.scans.map(({ scan }) => scan)
  const placeOf = await placeScans(database, cover, scans)
  const unplaced: NoPlace[] = []
  const { taken, refused } = sortScans<AddressedScan & Place>(report, (reported) => {
    const { scan } = reported
    const fault = timeFault(reported, now)
    if (fault !== undefined) return fault
    const place = placeOf(scan)
    if ('userId' in place) return { scan, ...place }
    unplaced.push(place)
    return placeFault(reported, place)
  })
  tell(unplaced)
  if (taken.length === 0) throw errorOf(report, refused)
  const judged = await judgeByOrganization(services, now, taken)
  const answer = {
    scans: inOrder(judged, taken).map(({ id, level }) => ({ id, threat_level: level })),
    ...(refused.length === 0 ? {} : { refused: showRejected(refused) }),
  }
  await keepAnswer?.(answer)
  for (const [at, { organizationId, fresh, replaced }] of judged.entries()) {
    const endsTransaction = keepAnswer !== undefined && at === judged.length - 1
    await keepMail(database, now, organizationId, { mails: fresh, replaced, endsTransaction })
  }
  return answer
}

interface JudgedGroup extends CountedOnce {
  readonly organizationId: string
}

/** Always in the same order, so that two reports of the same organizations do not wait for each other. */
async function judgeByOrganization(
  services: Parts,
  now: Date,
  taken: readonly (AddressedScan & Place)[],
): Promise<JudgedGroup[]> {
  const groups = Map.groupBy(taken, ({ organizationId }) => organizationId)
  const judged: JudgedGroup[] = []
  for (const organizationId of [...groups.keys()].toSorted()) {
    const some = groups.get(organizationId) ?? []
    const mails = await judgeMail(services, organizationId, some, now)
    const counted = await countOnce(services.database, now, organizationId, mails)
    judged.push({ organizationId, ...counted })
  }
  return judged
}

function inOrder(groups: readonly JudgedGroup[], taken: readonly AddressedScan[]): JudgedMail[] {
  const position = new Map(taken.map(({ scan }, index) => [scan, index]))
  return groups
    .flatMap(({ mails }) => mails)
    .toSorted((one, other) => (position.get(one.scan) ?? 0) - (position.get(other.scan) ?? 0))
}
