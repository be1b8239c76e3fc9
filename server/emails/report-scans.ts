import { reportScansEndpoint, scanReport } from '../../contract/emails/report-scans.ts'
import { bindGateway } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { ingestScans } from './ingest.ts'
import { countUnplaced } from './place-scans.ts'
import { readBatch, reportOf } from './read-report.ts'

/** POST /scans, an addition: one mail, or up to 100 under `scans`. */
export function reportScans(services: Services) {
  const binding = bindGateway(
    services,
    { ...reportScansEndpoint, input: scanReport },
    async (input, { cover, idempotencyKey }) => {
      const report = 'scans' in input ? readBatch(input.scans) : reportOf([input])
      const ingested = await ingestScans(services, { cover, idempotencyKey }, report, {
        countScans: services.countScans,
        // An organization's own gateway may report all of its mail, which is no fault.
        countUnplaced: async (unplaced) => {
          if (!('organizationId' in cover)) await countUnplaced(services, unplaced)
        },
      })
      return { success: true as const, ...ingested }
    },
    ({ refused }) => (refused === undefined ? 200 : 207),
  )
  // The API document needs the schema of the scans, which the binding parses one by one.
  return { ...binding, endpoint: reportScansEndpoint }
}
