import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { CallContext } from './call-context.ts'

/*
 * Behind reverse proxies the socket is a proxy's. Each proxy appends the address that it was called
 * from to X-Forwarded-For, so that as many entries as there are proxies of ours can be believed,
 * counted from the end; what stands before them anybody may have written.
 */

/** Where a request comes from, for limits and the audit trail; empty without a socket. */
export function clientAddress(context: CallContext, trustedProxies: number): string {
  const socketAddress = context.env?.incoming?.socket.remoteAddress
  // Looking a header up costs more than all else here.
  const forwardedFor = trustedProxies === 0 ? undefined : context.req.header('x-forwarded-for')
  return addressBehind(trustedProxies, forwardedFor, socketAddress)
}

/** The same for a request that no call has been found for yet. */
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

/** By which scheme and host this server was reached; whoever calls may claim any host. */
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

/** `192.0.2.1:4711` and `[2001:db8::1]:4711` are how some proxies write it. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.+)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
}
