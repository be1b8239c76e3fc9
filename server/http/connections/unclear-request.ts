import type { IncomingMessage } from 'node:http'

const known = new Set(['1.0', '1.1'])

/**
 * Detects requests that Node accepts but a proxy may parse differently, so that a request could be
 * smuggled in another or sent to another host (RFC 9112, sections 2.3, 3.2, 6.1 and 11.2).
 */
export function isUnclear({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  if (!known.has(httpVersion)) return true
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked')) {
    return true
  }
  const hosts = countHosts(rawHeaders)
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1')
}

/** `rawHeaders` alternates names and values; `headers` contains only the first of two hosts. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let name = 0; name < rawHeaders.length; name += 2) {
    if (rawHeaders[name]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}
