import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Endpoint } from '../../contract/core/endpoint.ts'
import type { Locale } from '../../contract/core/locale.ts'
import type { Permission } from '../../contract/core/permissions.ts'
import { knownLocale } from '../core/locale.ts'

const groups = 8

/**
 * The network that limits apply to: the /64 of an IPv6 address, because a client can use all of it. An
 * IPv4 address in IPv6 form counts as the IPv4 address.
 */
export function limitedNetwork(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const parts = groupsOf(bare)
  if (parts.slice(0, 5).every((group) => group === '0') && parts[5] === 'ffff') {
    const [high = 0, low = 0] = parts.slice(6).map((group) => Number.parseInt(group, 16))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return `${parts.slice(0, groups / 2).join(':')}::/64`
}

/** The eight groups of a valid address, without leading zeros. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = '', after] = canonical.split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after === undefined || after === '' ? [] : after.split(':')
  return [
    ...left,
    ...Array.from({ length: groups - left.length - right.length }, () => '0'),
    ...right,
  ]
}

/** The browser and system that a `User-Agent` names; empty where neither is known. */
export interface BrowserWords {
  readonly browser: string
  readonly system: string
}

/** The first that fits counts: most browsers name others, for the sake of old servers. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\bWindows\b/, 'Windows'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(?:intosh|\sOS\sX)\b/, 'macOS'],
  [/\b(?:Linux|X11)\b/, 'Linux'],
] as const

/** The longest part of a header that is read. */
const longest = 500
/** A program without a browser's name: `curl/8.5.0`. No dots or spaces, so that it is no message. */
const program = /^(?!Mozilla\b)([A-Za-z][\w-]{0,29})(?:\/|$)/

/** Names from our own list, or that of a program: the header is text from outside (decision 0052). */
export function browserWords(userAgent = ''): BrowserWords {
  const given = userAgent.slice(0, longest)
  return {
    browser: nameIn(browsers, given) ?? program.exec(given)?.[1] ?? '',
    system: nameIn(systems, given) ?? '',
  }
}

function nameIn(
  known: readonly (readonly [pattern: RegExp, name: string])[],
  given: string,
): string | undefined {
  return known.find(([pattern]) => pattern.test(given))?.[1]
}

/** The name of the parameter, in the query of every method. */
export const localeParameter = 'locale'

/** @returns undefined if the call takes none, or none that is known, and is answered in English */
export function askedLocale(
  { req }: CallContext,
  { takesLocale }: Pick<Endpoint, 'takesLocale'>,
): Locale | undefined {
  return takesLocale ? knownLocale(req.query(localeParameter)) : undefined
}

/** Requests of a listening server have a socket; requests of in-process tests do not. */
export type CallContext = Context<{ Bindings: Partial<HttpBindings> }>

/** A call that users make, with or without a permission. */
export type UserEndpoint = Endpoint & { readonly access: 'signed-in' | Permission }

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
