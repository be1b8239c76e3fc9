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
import { countUnplaced, type NoPlace, placeScans, type Scan } from '../../emails/emails.ts'
import { bindGateway } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { type IngestedReport, ingestReport } from './ingest-report.ts'
import { readReport } from './read-report.ts'

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
