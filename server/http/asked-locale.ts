import type { Endpoint } from '../../contract/core/endpoint.ts'
import type { Locale } from '../../contract/core/locale.ts'
import { knownLocale } from '../core/locale.ts'
import type { CallContext } from './call-context.ts'

/** The name of the parameter, in the query of every method. */
export const localeParameter = 'locale'

/** @returns undefined if the call takes none, or none that is known, and is answered in English */
export function askedLocale(
  { req }: CallContext,
  { takesLocale }: Pick<Endpoint, 'takesLocale'>,
): Locale | undefined {
  return takesLocale ? knownLocale(req.query(localeParameter)) : undefined
}
