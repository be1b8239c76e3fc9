import { lookup } from 'node:dns/promises'
import type { Configuration } from '../../core/configuration.ts'
import { checkCertificate } from './check-certificate.ts'
import { checkProxy } from './check-proxy.ts'
import { type Finding, leftOut, reasonOf, well, wrong } from './finding.ts'

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
