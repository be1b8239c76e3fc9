import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { dayMs, secondMs } from '../../core/clock.ts'
import type { Configuration } from '../../core/configuration.ts'
import { checkProxy } from './check-proxy.ts'
import { type Finding, leftOut, reasonOf, well, wrong } from './finding.ts'

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
