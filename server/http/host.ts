import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Whether this server answers for a host, by its name without a port, in lower case. */
export type AnswersHost = (name: string) => boolean

interface Reach {
  /** The address that the server listens on. */
  readonly host: string
  readonly publicUrl: string | null
  /** Null for any. */
  readonly allowedHosts: readonly string[] | null
}

/** What asks these two calls often knows the server by its address alone; they tell nothing. */
const always = /^\/api\/(?:health|ready)(?:\?|$)/

/**
 * A page of another site can give its own name this server's address, and read what the server
 * answers (DNS rebinding). So only names that the server is known by are answered. A server that
 * others reach and that was not told its name cannot know it, and answers all.
 */
export function createHostRule({ host, publicUrl, allowedHosts }: Reach): AnswersHost {
  if (allowedHosts === null) return () => true
  const named = publicUrl === null ? allowedHosts : [new URL(publicUrl).hostname, ...allowedHosts]
  if (named.length === 0 && !isOwnMachine(host)) return () => true
  const known = new Set(named.map(withoutFinalDot))
  return (name) => isOwnMachine(name) || isAddress(name) || known.has(name)
}

/** Nothing to judge without a name: browsers always send one. */
export function isForOtherHost({ headers, url = '' }: IncomingMessage, answers: AnswersHost) {
  const { host = '' } = headers
  return host !== '' && !answers(nameOf(host)) && !always.test(url)
}

/** `Aman.Example.:4321` is `aman.example`. */
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
