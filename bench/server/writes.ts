import type { Rate } from './figures.ts'
import { type Effort, interleave } from './interleave.ts'
import { type Client, requestText } from './load.ts'
import type { Target } from './targets.ts'

interface Mailed {
  readonly key: string
  readonly recipients: readonly string[]
}

/**
 * Reports of scans that are on the disk when the answer comes, whatever the machine does next. The
 * floor writes what was reported as it came, one row for each scan, and is as durable.
 * @param batch how many scans a request reports
 */
export async function compareWrites(
  client: Client,
  { server, floor }: { readonly server: Target; readonly floor: Target },
  { key, recipients }: Mailed,
  batch: number,
  effort: Effort,
): Promise<{ server: Rate; floor: Rate }> {
  const requests = recipients.map((_, start) => {
    const scans = Array.from({ length: batch }, (_item, offset) => ({
      recipient: recipients[(start + offset) % recipients.length],
      sender: `someone@sender-${offset}.example`,
      subject: 'Minutes of Monday',
      threat_level: offset % 10 === 0 ? 'malicious' : 'safe',
      indicators: [],
    }))
    return requestText('POST', '/scans', { token: key, body: batch === 1 ? scans[0] : { scans } })
  })
  const rateOf = await interleave(
    client,
    { server: { target: server, requests }, floor: { target: floor, requests } },
    effort,
  )
  return { server: rateOf('server'), floor: rateOf('floor') }
}
