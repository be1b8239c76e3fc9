import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { CallContext } from './call-context.ts'

/*
 * Behind reverse proxies the socket's address is a proxy's. Each proxy appends the address of its
 * client to X-Forwarded-For, so only as many entries as there are trusted proxies can be believed,
 * counted from the end. Any client can forge the entries before them.
 */

/** The client's address, for limits and the audit trail; empty without a socket. */
export function clientAddress(context: CallContext, trustedProxies: number): string {
  const socketAddress = context.env?.incoming?.socket.remoteAddress
  // Looking up a header is the most expensive step here.
  const forwardedFor = trustedProxies === 0 ? undefined : context.req.header('x-forwarded-for')
  return addressBehind(trustedProxies, forwardedFor, socketAddress)
}

/** The same for a Node request. */
export function requestAddress({ headers, socket }: IncomingMessage, trustedProxies: number) {
  return addressBehind(trustedProxies, headers['x-forwarded-for'], socket.remoteAddress)
}

function addressBehind(
  trustedProxies: number,
  forwardedFor: string | string[] | undefined,
  socketAddress = '',
): string {
  if (trustedProxies === 0) return socketAddress
  const addresses = listOf(forwardedFor?.toString()).map(withoutPort)
  const address = addresses.at(-trustedProxies) ?? addresses[0] ?? ''
  return isIP(address) === 0 ? socketAddress : address
}

/** The scheme and host of the request; a client can claim any host. */
export function requestOrigin({ req }: CallContext, trustedProxies: number): string {
  const { origin, host, protocol } = new URL(req.url)
  if (trustedProxies === 0) return origin
  const scheme = listOf(req.header('x-forwarded-proto')).at(-1) ?? protocol.replace(':', '')
  const name = listOf(req.header('x-forwarded-host')).at(-1) ?? host
  if (!/^https?$/.test(scheme) || !/^[\w.:[\]-]+$/.test(name)) return origin
  return URL.parse(`${scheme}://${name}`)?.origin ?? origin
}

function listOf(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.+)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
}
