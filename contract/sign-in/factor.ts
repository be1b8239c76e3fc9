import * as v from 'valibot'
import { filledLine, givenText, id, object, text, time } from '../core/basic.ts'
import { foldDigits } from '../core/digits.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'

/**
 * What proves a user beside the password: an authenticator app (RFC 6238) or a passkey (WebAuthn).
 */
export const factorKinds = ['totp', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

/** How a user may take the second step. */
export const factorMethods = [...factorKinds, 'recovery-code'] as const

export const factor = object({
  id: field(id, 'The id of the row.', '0198a3c2-7d10-7b64-8a2f-1c9e5b307d44'),
  kind: field(v.picklist(factorKinds), 'An authenticator app (`totp`) or a passkey.'),
  name: field(text, 'What the user calls it.', 'Phone'),
  created_at: field(text, 'When it was created.', '2025-01-05T08:00:00.000Z'),
  last_used_at: field(time, 'When it last proved the user; null if it never did.'),
})

/** What a user calls a factor, for instance 'Phone'. */
export const factorName = filledLine(limits.factorName)

/** A secret of the server, in base64url. */
export const givenChallenge = givenText(limits.challenge)

/** Spaces, dashes and invisible characters do not matter, nor does the case, width or script. */
export const givenCode = v.pipe(
  givenText(limits.code),
  v.normalize('NFKC'),
  v.transform((typed) =>
    foldDigits(typed.toLowerCase()).replaceAll(/[\s\p{Pd}\p{Default_Ignorable_Code_Point}]/gu, ''),
  ),
  v.minLength(1),
)
