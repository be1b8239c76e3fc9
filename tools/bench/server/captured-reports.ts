import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { takeRspamdReportEndpoint } from '../../../contract/gateways/take-rspamd-report.ts'
import { readReport } from '../../../server/gateways/rspamd/read-report.ts'

const file = new URL('../../../tests/gateways/server/exports-3.4.json', import.meta.url)

/** Reports that rspamd sent, of mail that is counted. */
export function countedReports(): readonly object[] {
  const captured = v.parse(v.array(v.looseObject({})), JSON.parse(readFileSync(file, 'utf8')))
  const rcpt = ['someone@firm.example']
  return captured.filter((report) => scansOfReport({ rcpt, ...report }).length > 0)
}

export function scansOfReport(report: object) {
  return readReport(v.parse(takeRspamdReportEndpoint.input, report), '').scans
}
