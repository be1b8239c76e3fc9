import * as v from 'valibot'
import { canonicalBy, notFarBeyond } from './basic.ts'
import { foreignAddress, splitAddress } from './email.ts'
import { limits } from './limits.ts'

/** SMTP writes addresses in angle brackets, and the sender of a bounce as `<>`. */
const withoutBrackets = v.pipe(
  v.string(),
  notFarBeyond(limits.email),
  v.transform((text) => /^\s*<(.*)>\s*$/u.exec(text)?.[1] ?? text),
)

export const mailRecipient = v.pipe(withoutBrackets, foreignAddress)

function canonicalAddress(text: string): string | undefined {
  const read = v.safeParse(foreignAddress, text)
  return read.success ? read.output : undefined
}

export const mailSender = v.pipe(
  withoutBrackets,
  v.trim(),
  canonicalBy((text) => (text === '' ? '' : canonicalAddress(text)), 'not_an_email'),
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
