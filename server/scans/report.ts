import { scansEndpoint } from '../../src/lib/contract/scans.ts'
import { type Binding, bindGateway } from '../http/bind.ts'
import type { Parts } from '../parts.ts'
import { ingestScans } from './ingest.ts'

/** POST /scans, an addition: one mail, or up to 100 under `scans`. */
export function reportScans(parts: Parts): Binding {
  return bindGateway(parts, scansEndpoint, async (input, gateway) => {
    const scans = 'scans' in input ? input.scans : [input]
    return { success: true as const, scans: await ingestScans(parts, gateway, scans) }
  })
}
