import { lookup as lookUp } from 'node:dns'
import { type IncomingMessage, Agent as PlainAgent, request as requestInPlain } from 'node:http'
import { Agent, type RequestOptions, request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { secondMs } from './clock.ts'
import { isNamed, type NetworkList } from './networks.ts'
import { wordsOfCause } from './start-error.ts'

/*
 * Requests to addresses that users enter, those of identity providers and webhooks. Without a guard they
 * would reach what only this machine can reach (server-side request forgery).
 */

type Problem = 'not_allowed' | 'unreachable' | 'redirected' | 'too_large' | 'too_slow'

export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly problem: Problem

  constructor(problem: Problem, message: string, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}

interface OutboundRequest {
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** A text or URL parameters; a body of another kind is a programming error. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/**
 * Makes one request over HTTPS and returns the whole answer. Does not follow redirects.
 * @throws OutboundError
 */
export type OutboundFetch = (url: string, options?: OutboundRequest) => Promise<Response>

/** Proxies of the network, as the environment names them; empty for none. */
type OutboundProxies = Readonly<Record<'HTTP_PROXY' | 'HTTPS_PROXY' | 'NO_PROXY', string>>

interface Guard {
  /** Networks with private addresses that may be called all the same; empty for none. */
  readonly privateNetworks: NetworkList
  readonly proxies?: OutboundProxies | null
  readonly lookup?: LookupFunction
  /** For tests: a certificate authority to trust, and other limits. */
  readonly ca?: string
  readonly mostBytes?: number
  readonly timeoutMs?: number
}

export function createOutboundFetch({ mostBytes = 500_000, ...guard }: Guard): OutboundFetch {
  const open = createOpener(guard)
  return (given, { method = 'GET', headers = {}, body, signal } = {}) =>
    open(
      given,
      {
        method,
        // Compressed answers could grow beyond the limit when they are unpacked.
        headers: { ...headers, 'accept-encoding': 'identity' },
        signal,
        body: body === undefined || body === null ? undefined : String(body),
      },
      (answer, url) => readAnswer(answer, url, mostBytes),
    )
}

/**
 * Sends one text and returns the status of the answer, of which nothing else is read. Also by http://,
 * but only to the private networks that the guard names. Does not follow redirects.
 * @throws OutboundError
 */
export type OutboundPost = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal?: AbortSignal,
) => Promise<number>

export function createOutboundPost(guard: Omit<Guard, 'mostBytes'>): OutboundPost {
  const open = createOpener({ timeoutMs: 15 * secondMs, ...guard, allowsPlain: true })
  return (url, headers, body, signal) =>
    open(url, { method: 'POST', headers, body, signal }, async (answer) => {
      answer.destroy()
      return answer.statusCode ?? 500
    })
}

/** The parts of a request, whatever is read of its answer. */
interface Opened {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly signal: AbortSignal | undefined
}

function createOpener({
  privateNetworks,
  proxies = null,
  lookup = lookUp,
  ca,
  timeoutMs = 10 * secondMs,
  allowsPlain = false,
}: Omit<Guard, 'mostBytes'> & { readonly allowsPlain?: boolean }) {
  const isOwn = (address: string) => isNamed(privateNetworks, address)
  const isAllowed = (address: string) => isPublic(address) || isOwn(address)
  const agents =
    proxies === null
      ? undefined
      : { http: new PlainAgent({ proxyEnv: proxies }), https: new Agent({ proxyEnv: proxies }) }
  return async <Answer>(
    given: string,
    { method, headers, body, signal }: Opened,
    read: (answer: IncomingMessage, url: URL) => Promise<Answer>,
  ): Promise<Answer> => {
    const isPlain = allowsPlain && URL.parse(given)?.protocol === 'http:'
    // Unencrypted requests stay in the operator's own networks.
    const mayReach = isPlain ? isOwn : isAllowed
    const url = allowedUrl(given, mayReach, isPlain)
    const timeout = AbortSignal.timeout(timeoutMs)
    // Checks the very address that the connection then goes to.
    const guardedLookup = guardLookup(lookup, mayReach)
    try {
      if (agents !== undefined) await checkName(url, guardedLookup)
      const answer = await send(url, body, {
        method,
        headers,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        lookup: guardedLookup,
        agent: agents?.[isPlain ? 'http' : 'https'] ?? false,
        ...(ca === undefined ? {} : { ca }),
      })
      requireNoRedirect(answer, url)
      return await read(answer, url)
    } catch (cause) {
      if (cause instanceof OutboundError) throw cause
      if (timeout.aborted) throw new OutboundError('too_slow', `${url.host} is too slow`, cause)
      throw new OutboundError(
        'unreachable',
        `${url.host} does not answer: ${wordsOfCause(cause)}`,
        cause,
      )
    }
  }
}

/** A proxy looks names up itself, also some that this machine does not know. */
function checkName({ hostname }: URL, lookup: LookupFunction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  lookup(hostname.replace(/^\[(.+)\]$/, '$1'), { all: true }, (error) => {
    if (error instanceof OutboundError) reject(error)
    else resolve()
  })
  return promise
}

/** Whether the guard would call an address, as far as that can be said before its name is looked up. */
export function isCallable(given: string, privateNetworks: NetworkList): boolean {
  const isPlain = URL.parse(given)?.protocol === 'http:' && privateNetworks !== ''
  try {
    const isOwn = (address: string) => isNamed(privateNetworks, address)
    allowedUrl(given, (address) => isOwn(address) || (!isPlain && isPublic(address)), isPlain)
    return true
  } catch {
    return false
  }
}

/** The lookup is not called for an address in the URL, so that one is checked here. */
function allowedUrl(given: string, isAllowed: (address: string) => boolean, isPlain: boolean): URL {
  const url = URL.parse(given)
  if (url === null || url.protocol !== (isPlain ? 'http:' : 'https:')) {
    throw new OutboundError('not_allowed', 'Only https:// is called')
  }
  const host = url.hostname.replace(/^\[(.+)\]$/, '$1')
  if (isIP(host) !== 0 && !isAllowed(host)) throw notAllowed(url.hostname)
  return url
}

/**
 * The address at which a host may be called by another protocol than HTTP; the connection must go to this
 * address, because the name may have another one a moment later.
 * @throws OutboundError
 */
export async function findCallableAddress(
  host: string,
  { privateNetworks, lookup = lookUp }: Pick<Guard, 'privateNetworks' | 'lookup'>,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const guarded = guardLookup(
    lookup,
    (address) => isPublic(address) || isNamed(privateNetworks, address),
  )
  guarded(host, { all: true, order: 'ipv4first' }, (error, found) => {
    const [first] = typeof found === 'string' ? [{ address: found }] : (found ?? [])
    if (error instanceof OutboundError) reject(error)
    else if (error || first === undefined) {
      reject(new OutboundError('unreachable', `${host} has no address`, error))
    } else resolve(first.address)
  })
  return promise
}

/** IANA has assigned no other part of IPv6 to the public internet. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Only the addresses of the public internet: no loopback, private, link-local or reserved ones. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // Reads an IPv4 address in IPv6 form as the IPv4 address.
  const read = ipaddr.process(address)
  const isAssigned = read instanceof ipaddr.IPv4 || read.match(publicIpv6)
  // The library takes what it does not know for unicast.
  return isAssigned && read.range() === 'unicast'
}

function guardLookup(
  lookup: LookupFunction,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  return (host, options, callback) => {
    lookup(host, options, (error, found, family) => {
      if (error) return callback(error, found, family)
      const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address)
      // One private address among several is enough: which one is used is not known before.
      if (addresses.every(isAllowed)) return callback(null, found, family)
      callback(notAllowed(host), found, family)
    })
  }
}

function notAllowed(host: string): OutboundError {
  return new OutboundError('not_allowed', `${host} is not an address of the public internet`)
}

function send(url: URL, body: string | undefined, options: RequestOptions) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const make = url.protocol === 'http:' ? requestInPlain : request
  make(url, options, resolve).on('error', reject).end(body)
  return promise
}

function requireNoRedirect(answer: IncomingMessage, url: URL): void {
  const { statusCode: status = 500 } = answer
  if (status < 300 || status >= 400) return
  answer.destroy()
  throw new OutboundError('redirected', `${url.host} redirects to another address`)
}

async function readAnswer(answer: IncomingMessage, url: URL, mostBytes: number): Promise<Response> {
  const { statusCode: status = 500, headers } = answer
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    bytes += chunk.length
    if (bytes > mostBytes) {
      answer.destroy()
      throw new OutboundError('too_large', `${url.host} answers with more than ${mostBytes} bytes`)
    }
    chunks.push(chunk)
  }
  const type = headers['content-type']
  return new Response(bytes === 0 ? null : Buffer.concat(chunks), {
    status,
    headers: type === undefined ? {} : { 'content-type': type },
  })
}
