import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { clockSkewMs, dayMs, secondMs } from '../../core/clock.ts'
import type { Configuration } from '../../core/configuration.ts'
import type { DoctorReport } from '../../http/doctor-token.ts'
import { type Asked, askServer } from './check-server.ts'
import { type Finding, leftOut, reasonOf, well, wrong } from './finding.ts'

/** A network for documents, so that no client has it. */
const forged = '203.0.113.77'
const reference = "docs/operations.md, 'Put a reverse proxy in front'"

/** Whether PUBLIC_URL leads to this server, and what the proxy makes of headers on the way. */
async function checkProxy(
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

const timeoutMs = 10 * secondMs
const warnedDays = 14
const renewal = 'Renew it now, and look at why it was not renewed by itself.'

/** The certificate at PUBLIC_URL, or that nothing speaks TLS there. */
async function checkCertificate({ hostname, port }: URL): Promise<Finding> {
  const host = hostname.replace(/^\[(.+)\]$/, '$1')
  const name = isIP(host) === 0 ? { servername: host } : {}
  const socket = connect({ host, port: Number(port || 443), ...name })
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer')))
  try {
    await once(socket, 'secureConnect')
    const until = new Date(socket.getPeerCertificate().valid_to)
    const days = Math.floor((until.getTime() - Date.now()) / dayMs)
    const what = `The certificate of ${host} is valid for ${days} days`
    return days >= warnedDays ? well(what) : wrong(what, renewal)
  } catch (cause) {
    return explain(cause, host, port || '443')
  } finally {
    socket.destroy()
  }
}

const unreached =
  /^(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$|^undefined$/

function explain(cause: unknown, host: string, port: string): Finding {
  const code = String(Object(cause).code ?? Object(cause).errors?.[0]?.code)
  const words = reasonOf(cause)
  if (unreached.test(code)) {
    return wrong(
      `Nothing answers at ${host}:${port}: ${words}`,
      `Start the proxy and let it listen on ${port} (nginx -t && systemctl start nginx), and open the port in the firewall.`,
    )
  }
  if (code.startsWith('ERR_SSL_')) {
    return wrong(
      `${host}:${port} does not speak TLS: ${words}`,
      `Let the proxy listen on ${port} with a certificate: listen ${port} ssl in nginx.`,
    )
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return wrong(`The certificate of ${host} has expired`, renewal)
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return wrong(
      `The certificate of ${host} is for other names: ${words}`,
      'Install one for this name, or correct PUBLIC_URL.',
    )
  }
  return wrong(
    `The certificate of ${host} is not trusted: ${words}`,
    code === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'
      ? "The proxy sends it without its chain: name the file with the whole chain (Let's Encrypt: fullchain.pem). An authority of your own: set NODE_EXTRA_CA_CERTS to its certificate."
      : 'Install one of an authority that browsers trust. One of your own authority: set NODE_EXTRA_CA_CERTS to its certificate.',
  )
}

/**
 * Checks PUBLIC_URL as users meet it: its name, its certificate, and the proxy before the server.
 */
export async function checkAddress(
  { publicUrl, trustedProxies }: Configuration,
  secret: string | undefined,
): Promise<readonly Finding[]> {
  if (publicUrl === null) {
    return [leftOut('PUBLIC_URL is not set: no invitations, single sign-on and provisioning')]
  }
  const url = new URL(publicUrl)
  const named = await checkName(url)
  if (named.is === 'wrong') return [named]
  const isPlain = url.protocol === 'http:'
  const secure = isPlain ? checkPlain(url) : await checkCertificate(url)
  const proxy = await checkProxy(publicUrl, trustedProxies, secret)
  // Without TLS nothing more is seen, and the reason stands there already.
  if (!isPlain && secure.is === 'wrong' && proxy.length === 1) return [named, secure]
  return [named, secure, ...proxy]
}

async function checkName({ hostname }: URL): Promise<Finding> {
  try {
    const name = hostname.replace(/^\[(.+)\]$/, '$1')
    const { address } = await lookup(name)
    return well(`PUBLIC_URL: ${hostname} is ${address}`)
  } catch (cause) {
    return wrong(
      `PUBLIC_URL: ${hostname} has no address: ${reasonOf(cause)}`,
      'Correct PUBLIC_URL, or add the name to the DNS.',
    )
  }
}

function checkPlain({ hostname }: URL): Finding {
  const isLocal = /^(?:127\.|localhost$|\[::1\]$)/.test(hostname)
  return isLocal
    ? leftOut('PUBLIC_URL: on this machine there is no certificate')
    : wrong('PUBLIC_URL begins with http://', 'Put a proxy with TLS in front, and say https://.')
}
