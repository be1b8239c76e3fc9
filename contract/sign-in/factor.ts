import * as v from 'valibot'
import { filledLine, givenText, id, object, text } from '../core/basic.ts'
import { foldDigits } from '../core/digits.ts'
import type { FieldDescriptions } from '../core/field-descriptions.ts'
import { limits } from '../core/limits.ts'

/** What proves a user beside the password: an authenticator app (RFC 6238) or a passkey (WebAuthn). */
export const factorKinds = ['totp', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

/** How a user may take the second step. */
export const factorMethods = [...factorKinds, 'recovery-code'] as const

export const factor = object({
  id,
  kind: v.picklist(factorKinds),
  name: text,
  created_at: text,
  last_used_at: v.nullish(v.string(), null),
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

export const factorFields: FieldDescriptions = {
  kind: 'An authenticator app (`totp`) or a passkey.',
  name: 'What the user calls it.',
  last_used_at: {
    description: 'When it last proved the user; null if it never did.',
    format: 'date-time',
    example: '2025-03-01T09:30:00.000Z',
  },
  challenge: 'Names this sign-in until it is complete. It works once, in this browser.',
  registration: 'Names this registration until it is complete. It works once, in this session.',
  code: 'A code of the authenticator app, or a recovery code.',
  recovery_codes:
    'Codes that each work once, if the first factor was added; they are not shown again.',
  current_password: 'The password of the user, asked again.',
}
