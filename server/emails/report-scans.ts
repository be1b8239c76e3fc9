import { organizationKeyRequired } from '../../contract/core/common-errors.ts'
import { reportScansEndpoint, scanReport } from '../../contract/emails/report-scans.ts'
import { HttpError } from '../core/http-error.ts'
import { bindGateway } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { ingestScans } from './ingest.ts'
import { readBatch, reportOf } from './read-report.ts'

/** POST /scans, an addition: one mail, or up to 100 under `scans` (A120-A122). */
export function reportScans(services: Services) {
  const binding = bindGateway(
    services,
    { ...reportScansEndpoint, input: scanReport },
    async (input, { cover, countRefused, idempotencyKey }) => {
      if (!('organizationId' in cover)) {
        await countRefused('scope')
        throw new HttpError(organizationKeyRequired, {})
      }
      const gateway = { ...cover, idempotencyKey }
      const report = 'scans' in input ? readBatch(input.scans) : reportOf([input])
      return {
        success: true as const,
        ...(await ingestScans(services, gateway, report, services.countScans)),
      }
    },
    ({ refused }) => (refused === undefined ? 200 : 207),
  )
  // The API document needs the schema of the scans, which the binding parses one by one.
  return { ...binding, endpoint: reportScansEndpoint }
}
