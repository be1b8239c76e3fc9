import { takeRspamdReportEndpoint } from '../../../contract/gateways/take-rspamd-report.ts'
import { bindGateway } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { ingestReport } from './ingest-report.ts'
import { createOperatorReports } from './operator-reports.ts'
import { readReport } from './read-report.ts'

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
