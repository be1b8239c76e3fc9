import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Whether this server answers for a host name, given in lower case without a port. */
export type AnswersHost = (name: string) => boolean

interface Reach {
  /** The address that the server listens on. */
  readonly host: string
  readonly publicUrl: string | null
  /** Null allows any host. */
  readonly allowedHosts: readonly string[] | null
}

/** Monitoring often calls these two by IP address; their responses are not confidential. */
const always = /^\/api\/(?:health|ready)(?:\?|$)/

/**
 * Protects against DNS rebinding, where another site points its own name at this server's address and
 * reads the responses: only known host names are answered. A server that is reachable from other
 * machines without a configured name does not know its name and answers for all.
 */
export function createHostRule({ host, publicUrl, allowedHosts }: Reach): AnswersHost {
  if (allowedHosts === null) return () => true
  const named = publicUrl === null ? allowedHosts : [new URL(publicUrl).hostname, ...allowedHosts]
  if (named.length === 0 && !isOwnMachine(host)) return () => true
  const known = new Set(named.map(withoutFinalDot))
  return (name) => isOwnMachine(name) || isAddress(name) || known.has(name)
}

/** False without a Host header: browsers always send one. */
export function isForOtherHost({ headers, url = '' }: IncomingMessage, answers: AnswersHost) {
  const { host = '' } = headers
  return host !== '' && !answers(nameOf(host)) && !always.test(url)
}

/** `aman.example` for `Aman.Example.:4321`. */
function nameOf(host: string): string {
  return withoutFinalDot(host.toLowerCase().replace(/:\d*$/, ''))
}

function withoutFinalDot(name: string): string {
  return name.replace(/\.$/, '')
}

export function isOwnMachine(name: string): boolean {
  return /^(?:127\.[\d.]+|\[?::1\]?|(?:.+\.)?localhost)$/.test(name)
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[(.+)\]$/, '$1')) !== 0
}
