import { scanReport, scansEndpoint } from '../../src/lib/contract/scans.ts'
import { type Binding, bindGateway } from '../http/bind.ts'
import type { Parts } from '../parts.ts'
import { ingestScans } from './ingest.ts'
import { readBatch, reportOf } from './read-report.ts'

/** POST /scans, an addition: one mail, or up to 100 under `scans` (A120-A122). */
export function reportScans(parts: Parts): Binding {
  const binding = bindGateway(
    parts,
    { ...scansEndpoint, input: scanReport },
    async (input, gateway) => {
      const report = 'scans' in input ? readBatch(input.scans) : reportOf([input])
      return { success: true as const, ...(await ingestScans(parts, gateway, report)) }
    },
    ({ refused }) => (refused === undefined ? 200 : 207),
  )
  // The document describes the scans of a batch, which are read one by one.
  return { ...binding, endpoint: scansEndpoint }
}
