import { getPublicSuffix } from 'tldts-icann'
import { registrySuffix } from '../../contract/flags/add-flag.ts'
import { isListed } from '../../judge/lists/lists.ts'
import { HttpError } from '../core/http-error.ts'

/**
 * The error for a suffix below which a registry lets anyone have a domain, as `co.uk`: a flag on it would
 * be for a whole country. Suffixes of firms, as `github.io`, are domains like any other.
 */
export function faultOfSuffix(value: string): HttpError | undefined {
  return isSuffix(value) ? new HttpError(registrySuffix, { domain: value }) : undefined
}

/**
 * The domain that is meant by the address of its website, which sends no mail. Where anyone can have a
 * domain above it, `www` is a name like any other.
 */
export function withoutWww(value: string): string {
  const domain = /^www\.([^@]+\.[^@]+)$/.exec(value)?.[1] ?? value
  return isSuffix(domain) || isListed('host', domain) ? value : domain
}

function isSuffix(value: string): boolean {
  return !value.includes('@') && getPublicSuffix(value) === value
}
