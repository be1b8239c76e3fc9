import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicMailDomain } from '../../contract/flags/add-flag.ts'
import { HttpError } from '../core/http-error.ts'
import type { Flags } from '../database/tables/tables.ts'

const comment = '#'
let providers: ReadonlySet<string> | undefined

/** Read on first use, because most server runs never need it. */
function publicMailDomains(): ReadonlySet<string> {
  providers ??= new Set(
    readFileSync(join(import.meta.dirname, 'public-mail-domains.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(comment)),
  )
  return providers
}

let above: ReadonlySet<string> | undefined

/** Whether a domain is a public mail provider, or one is below it. */
export function reachesPublicMail(domain: string): boolean {
  above ??= new Set([...publicMailDomains()].flatMap(domainsAbove))
  return publicMailDomains().has(domain) || above.has(domain)
}

function domainsAbove(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(1).map((_, position) => labels.slice(position + 1).join('.'))
}

/**
 * Anyone can have an address at a public mail provider, so trusting its domain would trust anyone
 *.
 * @param exceptions domains that the operator lets users trust as a whole
 */
export function isPublicMail(value: string, exceptions: readonly string[]): boolean {
  return publicMailDomains().has(value) && !exceptions.includes(value)
}

/**
 * A green flag on a public mail provider has no effect. Such flags were accepted in the past.
 */
export function isIgnored(
  { flag_type, value }: Pick<Flags, 'flag_type' | 'value'>,
  exceptions: readonly string[],
): boolean {
  return flag_type === 'green' && isPublicMail(value, exceptions)
}

/** Changes with what decides whether a green flag is ignored. */
export function publicMailDigest(exceptions: readonly string[]): string {
  return hash('sha256', JSON.stringify([[...publicMailDomains()], exceptions]))
}

/** @throws HttpError 422 for the domain of a public mail provider */
export function rejectPublicMail(value: string, exceptions: readonly string[]): void {
  if (isPublicMail(value, exceptions)) throw new HttpError(publicMailDomain, { domain: value })
}
