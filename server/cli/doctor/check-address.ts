import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { clockSkewMs, dayMs, secondMs } from '../../core/clock.ts'
import { commandLine } from '../../core/command-line.ts'
import type { Configuration } from '../../core/configuration.ts'
import { type Finding, leftOut, reasonOf, well, wrong } from './finding.ts'

const timeoutMs = 10 * secondMs
const warnedDays = 14

/** What users meet at PUBLIC_URL: its name, its certificate, and the proxy before the server. */
export async function checkAddress(configuration: Configuration): Promise<readonly Finding[]> {
  const { publicUrl } = configuration
  if (publicUrl === null) {
    return [leftOut('PUBLIC_URL is not set: no invitations, single sign-on and provisioning')]
  }
  const url = new URL(publicUrl)
  const named = await checkName(url)
  if (named.is === 'wrong') return [named]
  const isPlain = url.protocol === 'http:'
  const secure = isPlain ? checkPlain(url) : await checkCertificate(url)
  return [named, secure, ...(await checkProxy(publicUrl, configuration))]
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

const renewal = 'Renew it now, and look at why it was not renewed by itself.'

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
    if (days >= warnedDays) return well(what)
    return wrong(what, renewal)
  } catch (cause) {
    if (Object(cause).code === 'CERT_HAS_EXPIRED') {
      return wrong(`The certificate of ${host} has expired`, renewal)
    }
    return wrong(
      `The certificate of ${host} is not trusted: ${reasonOf(cause)}`,
      'Install one for this name with its whole chain.',
    )
  } finally {
    socket.destroy()
  }
}

/** Whether the proxy leads here and passes headers on. */
async function checkProxy(
  publicUrl: string,
  { trustedProxies }: Configuration,
): Promise<readonly Finding[]> {
  let answer: Response
  try {
    answer = await fetch(`${publicUrl}/api/health`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body: unknown = await answer.json()
    if (Object(body).status !== 'ok') throw new Error(`it answers ${answer.status}`)
  } catch (cause) {
    const mend = 'Start the server, and let the proxy pass /api/ on to HOST and PORT.'
    return [wrong(`${publicUrl}/api/health is not Aman's: ${reasonOf(cause)}`, mend)]
  }
  return [
    well(`${publicUrl} leads to Aman`),
    checkHeaders(answer),
    checkTrust(publicUrl, trustedProxies),
    checkDate(answer),
  ]
}

const passedOn = ['x-request-id', 'x-content-type-options', 'content-security-policy']

function checkHeaders({ headers, url }: Response): Finding {
  const wanted = url.startsWith('https:') ? [...passedOn, 'strict-transport-security'] : passedOn
  const missing = wanted.filter((name) => !headers.has(name))
  return missing.length === 0
    ? well('The proxy passes the headers of the server on')
    : wrong(
        `Answers lack ${missing.join(', ')}`,
        `Let the proxy pass headers on unchanged, with X-Forwarded-Proto: ${commandLine('headers')} prints settings.`,
      )
}

/** The server speaks plain HTTP, so that something else speaks TLS for it. */
function checkTrust(publicUrl: string, trustedProxies: number): Finding {
  return publicUrl.startsWith('https:') && trustedProxies === 0
    ? wrong(
        'TRUST_PROXY is 0 behind a proxy: all users count as one address, and wait for each other',
        'Set TRUST_PROXY to the number of proxies in front of the server.',
      )
    : well(`TRUST_PROXY is ${trustedProxies}`)
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
