import { canonicalDomain } from '../../../../contract/core/domain.ts'

/** One file, or lines for a file that exists. */
export interface ConnectionFile {
  /** Distinct within a provider, and fit to save the file under. */
  readonly name: string
  /** Where the mail system reads it; empty where it belongs nowhere in particular. */
  readonly path: string
  readonly text: string
  /** Plain sentences for the operator. */
  readonly note: string
}

export interface ConnectedOrganization {
  /** For a comment. */
  readonly name?: string
  /** The recipients' domains; needed where several organizations share one rspamd. */
  readonly domains?: readonly string[]
  readonly reportKey?: string
  readonly flagsKey?: string
  readonly analyseKey?: string
}

/** The input of the writers of files: everything from outside is safe in every syntax. */
export interface Connection {
  readonly origin: URL
  readonly organizations: readonly Required<ConnectedOrganization>[]
  /** The keys of the only entry are of the operator: Aman says which organizations there are. */
  readonly isOfOperator: boolean
}

/*
 * Text for a file of another program has no character that means anything there: neither in a
 * quoted string of UCL or Lua, nor in the user information of a URL, nor in a shell.
 */

/** @throws Error for anything but scheme, host and port */
export function requireOrigin(text: string): URL {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !isWeb || url.origin !== text.replace(/\/$/, '').toLowerCase()) {
    throw new Error('The origin must be like https://aman.firm.example')
  }
  if (!/^[\w.:[\]-]+$/.test(url.host)) throw new Error('The origin names no host')
  return url
}

/** @throws Error for a text that cannot be a gateway key */
export function requireKey(key: string): string {
  if (!/^[\w-]{1,200}$/.test(key)) throw new Error('This is no gateway key')
  return key
}

/** @throws Error for a text that is no domain */
export function requireDomain(text: string): string {
  const domain = canonicalDomain(text)
  if (domain === undefined || !/^[a-z\d_.-]+$/.test(domain)) throw new Error('This is no domain')
  return domain
}

/** A text for a comment that ends with its line. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
