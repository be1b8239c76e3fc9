import { type Client, requestText } from './load.ts'

interface Mailed {
  readonly port: number
  readonly key: string
  readonly recipients: readonly string[]
}

/**
 * Mail that is on the disk when the answer comes, whatever the machine does next.
 * @param batch how many mails a request reports
 * @returns mails per second
 */
export async function measureScans(
  client: Client,
  { port, key, recipients }: Mailed,
  batch: number,
  { ms, connections }: { ms: number; connections: number },
): Promise<number> {
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
  const { latenciesMs, seconds } = await client.load({ port, requests, connections, ms })
  return (latenciesMs.length * batch) / seconds
}
