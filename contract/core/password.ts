import * as v from 'valibot'
import { notFarBeyond, storable } from './basic.ts'
import { limits } from './limits.ts'

const { shortest, longest } = limits.password

/**
 * One form for what looks the same and keyboards write in several ways, as the profile OpaqueString of
 * RFC 8265 has it: composed (NFC), every space U+0020.
 */
export function canonicalPassword(given: string): string {
  return given.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')
}

/** A password to be set, in canonical form. */
export const newPassword = v.pipe(
  v.string(),
  notFarBeyond(longest),
  storable,
  v.transform(canonicalPassword),
  v.maxCodePoints(longest),
  v.minCodePoints(shortest),
)

const notTooLong = v.maxCodePoints<string, number>(longest)

/** A password that the user has now; it is compared, in any form, and not judged. */
export const knownPassword = v.pipe(
  v.string(),
  notFarBeyond(longest),
  {
    ...notTooLong,
    '~run': (dataset, config) =>
      dataset.typed && [...canonicalPassword(dataset.value)].length > longest
        ? notTooLong['~run'](dataset, config)
        : dataset,
  } satisfies typeof notTooLong,
  v.minLength(1),
)
