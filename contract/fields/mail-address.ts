import * as v from 'valibot'
import type { FieldCode } from '../field-errors.ts'
import { foreignAddress, splitAddress } from './email.ts'

/** SMTP writes addresses in angle brackets, and the sender of a bounce as `<>`. */
const withoutBrackets = v.pipe(
  v.string(),
  v.transform((text) => /^\s*<(.*)>\s*$/u.exec(text)?.[1] ?? text),
)

export const mailRecipient = v.pipe(
  withoutBrackets,
  foreignAddress,
  v.description(
    'An address or an alias of a user; `name+tag@` reaches the user `name@`, unless a user has the whole address',
  ),
)

export const mailSender = v.pipe(
  withoutBrackets,
  v.trim(),
  v.check((text) => text === '' || v.is(foreignAddress, text), 'not_an_email' satisfies FieldCode),
  v.transform((text) => (text === '' ? '' : v.parse(foreignAddress, text))),
  v.description('Empty, or `<>`, for the null sender of bounces'),
)

/** `name@firm.example` for `name+tag@firm.example`; undefined for an address without a tag. */
export function withoutTag(address: string): string | undefined {
  const [local, domain] = splitAddress(address)
  const end = local.indexOf('+')
  return end > 0 && !local.startsWith('"') ? `${local.slice(0, end)}@${domain}` : undefined
}

/** Empty for the null sender. */
export function domainOf(sender: string): string {
  return splitAddress(sender)[1]
}
