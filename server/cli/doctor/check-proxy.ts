import { clockSkewMs } from '../../core/clock.ts'
import type { DoctorReport } from '../../http/doctor-report.ts'
import { type Asked, askServer } from './ask-server.ts'
import { type Finding, reasonOf, well, wrong } from './finding.ts'

/** A network for documents, so that no client has it. */
const forged = '203.0.113.77'
const reference = "docs/operations.md, 'Put a reverse proxy in front'"

/** Whether PUBLIC_URL leads to this server, and what the proxy makes of headers on the way. */
export async function checkProxy(
  publicUrl: string,
  trustedProxies: number,
  secret: string | undefined,
): Promise<readonly Finding[]> {
  const asked = await askServer(publicUrl, secret, { 'x-forwarded-for': forged })
  if (asked.is !== 'Aman') return [explainForeign(publicUrl, asked)]
  const { answer, report } = asked
  if (secret !== undefined && report === undefined) {
    return [
      wrong(
        `${publicUrl} leads to an Aman with another database, or of another version`,
        'Let the proxy pass requests on to HOST and PORT of this server.',
      ),
    ]
  }
  return [
    well(`${publicUrl} leads to Aman`),
    checkHeaders(answer),
    report === undefined
      ? checkTrustUnseen(publicUrl, trustedProxies)
      : checkTrust(publicUrl, report),
    checkDate(answer),
  ]
}

function explainForeign(publicUrl: string, asked: Exclude<Asked, { is: 'Aman' }>): Finding {
  const pass = `Let the proxy pass /api/ on to HOST and PORT: ${reference}.`
  if (asked.is === 'silent') {
    return wrong(`Nothing answers at ${publicUrl}: ${reasonOf(asked.cause)}`, `Start it. ${pass}`)
  }
  const { status } = asked
  if (status === 502 || status === 503 || status === 504) {
    return wrong(
      `The proxy at ${publicUrl} does not reach the server: it answers ${status}`,
      `Start the server. ${pass}`,
    )
  }
  return wrong(`${publicUrl}/api/health is not Aman's: it answers ${status}`, pass)
}

const passedOn = ['x-request-id', 'x-content-type-options', 'content-security-policy']

function checkHeaders({ headers, url }: Response): Finding {
  const wanted = url.startsWith('https:') ? [...passedOn, 'strict-transport-security'] : passedOn
  const missing = wanted.filter((name) => !headers.has(name))
  return missing.length === 0
    ? well('The proxy passes the headers of the server on')
    : wrong(
        `Answers lack ${missing.join(', ')}`,
        `Let the proxy pass headers on unchanged, with X-Forwarded-Proto: ${reference}.`,
      )
}

/** The server speaks plain HTTP, so that something else speaks TLS for it. */
function checkTrustUnseen(publicUrl: string, trustedProxies: number): Finding {
  return publicUrl.startsWith('https:') && trustedProxies === 0
    ? wrong(
        'TRUST_PROXY is 0 behind a proxy: all users count as one address, and wait for each other',
        'Set TRUST_PROXY to the number of proxies in front of the server.',
      )
    : well(`TRUST_PROXY is ${trustedProxies}`)
}

/** By what came of a header that a client forged: each proxy adds an entry behind it. */
function checkTrust(
  publicUrl: string,
  { address, forwarded, trustedProxies }: DoctorReport,
): Finding {
  const at = forwarded.indexOf(forged)
  // The first proxy may replace what a client sends.
  const proxies = at < 0 ? forwarded.length : forwarded.length - 1 - at
  const isBehindProxy = proxies > 0 || publicUrl.startsWith('https:')
  const what = `TRUST_PROXY is ${trustedProxies}, and ${counted(proxies)} in front of the server`
  if (address === forged) {
    const mend = isBehindProxy ? restartWith(Math.max(proxies, 1), proxies) : restartWith(0, 0)
    return wrong(`${what}: every client chooses its own address`, mend)
  }
  if (proxies > trustedProxies || (proxies === 0 && (isBehindProxy || trustedProxies > 0))) {
    const mend = restartWith(Math.max(proxies, 1), proxies)
    return wrong(`${what}: all users count as one address, and wait for each other`, mend)
  }
  return well(`TRUST_PROXY is ${trustedProxies}, and a forged X-Forwarded-For has no effect`)
}

function counted(proxies: number): string {
  if (proxies === 0) return 'no proxy adds to X-Forwarded-For'
  return proxies === 1
    ? 'one proxy adds to X-Forwarded-For'
    : `${proxies} proxies add to X-Forwarded-For`
}

function restartWith(right: number, proxies: number): string {
  const header =
    right > 0 && proxies === 0
      ? 'Let the proxy add the address of the client (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; HAProxy: option forwardfor), and set'
      : 'Set'
  return `${header} TRUST_PROXY=${right}: systemctl restart aman.`
}

function checkDate({ headers }: Response): Finding {
  const aheadMs = Date.now() - Date.parse(headers.get('date') ?? '')
  return Math.abs(aheadMs) > clockSkewMs
    ? wrong(
        `The clock differs from that of the proxy by ${Math.round(aheadMs / 1000)} seconds`,
        'Set both by NTP.',
      )
    : well('The clock agrees with the proxy')
}
