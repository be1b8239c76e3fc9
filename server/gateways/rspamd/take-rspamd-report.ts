import { takeRspamdReportEndpoint } from '../../../contract/gateways/take-rspamd-report.ts'
import { bindGateway } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { ingestReport } from './ingest-report.ts'
import { readReport } from './read-report.ts'

/** POST /rspamd, an addition: a report of rspamd's metadata_exporter (A401-A409). */
export function takeRspamdReport(services: Services) {
  return bindGateway(services, takeRspamdReportEndpoint, async (report, { organizationId }) => ({
    success: true as const,
    ...(await ingestReport(services, organizationId, readReport(report, organizationId))),
  }))
}
