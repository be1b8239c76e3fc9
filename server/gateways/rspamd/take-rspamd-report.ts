import {
  type RspamdReport,
  reportsBusy,
  takeRspamdReportEndpoint,
} from '../../../contract/gateways/take-rspamd-report.ts'
import { createFairQueue } from '../../core/fair-queue.ts'
import { blockedUntil } from '../../core/http-error.ts'
import type { OperatorCover } from '../../core/ports.ts'
import { isPostgres } from '../../database/engine.ts'
import { nextSlot } from '../../database/keyset.ts'
import {
  type AddressedScan,
  countUnplaced,
  findRecipients,
  type JudgedMail,
  judgeMail,
  keepMail,
  type NoPlace,
  placeScans,
  type Scan,
  sortRepeats,
  type Weakened,
} from '../../emails/emails.ts'
import { bindGateway } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { type ReadReport, readReport } from './read-report.ts'

/** Recipients, counted as the report names them. */
interface IngestedReport {
  /** For whom the mail is counted, now or by an earlier report. */
  readonly taken: number
  readonly ignored: number
}

type Place = Pick<Services, 'database' | 'clock' | 'trustablePublicMail' | 'countScans'>

/**
 * A green flag weakens a verdict of rspamd by one step at most, and never one of mail that is
 * proven to be malicious or that rspamd rejected.
 */
const weakened: Weakened = { malicious: 'malicious', suspicious: 'safe', safe: 'safe' }

/** Flags are looked up by every parent domain of the sender, which takes many parameters. */
const judgedAtOnce = 100

/** Counts a mail once for each user among its recipients, in one transaction. */
async function ingestReport(
  services: Place,
  organizationId: string,
  report: ReadReport,
): Promise<IngestedReport> {
  if (report.scans.length === 0) {
    return { taken: 0, ignored: report.recipients }
  }
  const now = services.clock()
  const { fresh, ...counted } = await services.database.transaction().execute(async (database) => {
    const recipientOf = await findRecipients(database, organizationId, report.scans)
    const addressed = report.scans.flatMap((scan): AddressedScan[] => {
      const userId = recipientOf(scan)
      return userId === undefined ? [] : [{ scan, userId }]
    })
    const mails = await judgeAll(
      { ...services, database },
      organizationId,
      oneForEachUser(addressed),
      now,
    )
    const { identity } = report
    const { fresh, replaced } = await sortRepeats(database, now, organizationId, identity, mails)
    const kept = { mails: fresh, replaced, endsTransaction: true }
    await keepMail(database, now, organizationId, kept)
    return { fresh, taken: addressed.length, ignored: report.recipients - addressed.length }
  })
  services.countScans(fresh.map(({ level }) => level))
  return counted
}

/** A user with several addresses gets one mail, through any address that lets it through. */
function oneForEachUser(addressed: readonly AddressedScan[]): AddressedScan[] {
  const byUser = Map.groupBy(addressed, ({ userId }) => userId)
  return [...byUser.values()].flatMap(
    (same) => same.find(({ scan }) => scan.disposition !== 'rejected') ?? same.slice(0, 1),
  )
}

async function judgeAll(
  services: Pick<Services, 'database' | 'trustablePublicMail'>,
  organizationId: string,
  addressed: readonly AddressedScan[],
  now: Date,
): Promise<JudgedMail[]> {
  const mails: JudgedMail[] = []
  for (let start = 0; start < addressed.length; start += judgedAtOnce) {
    const some = addressed.slice(start, start + judgedAtOnce)
    mails.push(...(await judgeMail(services, organizationId, some, now, weakened)))
  }
  return mails
}

/** Reports that are stored at the same time. A file has one writer, for which nothing else waits then. */
const running = { file: 1, PostgreSQL: 8 }
/** Reports of one organization that wait; rspamd alone decides how many it sends at once. */
const waitingOfOne = 500

/**
 * Takes reports by a key of the operator: each recipient counts for the organization of the
 * user who has the address, as if that organization's own key had reported it. The organizations take
 * turns, so that many reports of one do not delay those of another.
 */
function createOperatorReports(services: Services) {
  const queue = createFairQueue({
    running: isPostgres(services.database) ? running.PostgreSQL : running.file,
    mostWork: waitingOfOne,
    tooMany: () => blockedUntil(reportsBusy, {}, 1),
  })

  /** @throws HttpError 503 if one organization has too many reports; the others have theirs then */
  return async (report: RspamdReport, cover: OperatorCover): Promise<IngestedReport> => {
    const { scans, recipients } = readReport(report, '')
    const byOrganization = await place(services, cover, scans)
    const counted = await Promise.allSettled(
      [...byOrganization].map(([organizationId, placed]) =>
        queue.run(organizationId, async () => {
          // A file answers at once, so that reports that came meanwhile would not even be read.
          await nextSlot()
          await services.noteReport(organizationId)
          const read = readReport(report, organizationId)
          const own = read.scans.filter(({ recipient }) => placed.has(recipient))
          const ofOne = { ...read, scans: own, recipients: own.length }
          return ingestReport(services, organizationId, ofOne)
        }),
      ),
    )
    const failed = counted.find((one) => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    const taken = counted.reduce(
      (sum, one) => sum + (one.status === 'fulfilled' ? one.value.taken : 0),
      0,
    )
    return { taken, ignored: recipients - taken }
  }
}

/** The recipients by their organization; those who have none here are counted by reason. */
async function place(
  services: Services,
  cover: OperatorCover,
  scans: readonly Scan[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const placeOf = await placeScans(services.database, cover, scans)
  const placed = new Map<string, Set<string>>()
  const unplaced: NoPlace[] = []
  for (const scan of scans) {
    const found = placeOf(scan)
    if ('userId' in found) {
      const addresses = placed.get(found.organizationId) ?? new Set()
      placed.set(found.organizationId, addresses.add(scan.recipient))
    } else {
      unplaced.push(found)
    }
  }
  await countUnplaced(services, unplaced)
  return placed
}

/** POST /rspamd, an addition: a report of rspamd's metadata_exporter. */
export function takeRspamdReport(services: Services) {
  const takeForOrganizations = createOperatorReports(services)
  return bindGateway(services, takeRspamdReportEndpoint, async (report, { cover }) => ({
    success: true as const,
    ...('organizationId' in cover
      ? await ingestReport(services, cover.organizationId, readReport(report, cover.organizationId))
      : await takeForOrganizations(report, cover)),
  }))
}
