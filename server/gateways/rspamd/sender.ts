import addressparser from 'nodemailer/lib/addressparser'
import * as v from 'valibot'
import { domainOf, mailSender } from '../../../contract/core/mail-address.ts'
import { isUnder } from './authentication.ts'

/** More than a sender needs; the parser's time grows with the length. */
const longestLine = 10_000
const mostLines = 10

export interface Sender {
  /** In canonical form; empty for the null sender. */
  readonly address: string
  /** Whether DMARC was looked up for the domain of this address. */
  readonly isOfDmarc: boolean
}

/**
 * The first address of From, or else that of the envelope. A decoded display name may look like an
 * address of its own (`boss@firm.example, <other@elsewhere.example>`): then the first address counts
 * whose domain rspamd's DMARC module read from the header as it was sent.
 * @param dmarcDomain undefined where no symbol names it
 */
export function senderOf(
  headerFrom: readonly string[],
  envelopeFrom: string,
  dmarcDomain: string | undefined,
): Sender {
  const addresses = headerFrom
    .slice(0, mostLines)
    .flatMap((line) => addressparser(line.slice(0, longestLine), { flatten: true }))
    .map(({ address }) => canonicalSender(address))
    .filter((address) => address !== '')
  const isOfDmarc = (address: string) =>
    dmarcDomain !== undefined && isUnder(domainOf(address), dmarcDomain)
  const address = addresses.find(isOfDmarc) ?? addresses[0]
  if (address === undefined) return { address: canonicalSender(envelopeFrom), isOfDmarc: false }
  const isCertain = dmarcDomain === undefined && addresses.length === 1
  return { address, isOfDmarc: isCertain || isOfDmarc(address) }
}

/** Empty for what is not an address: the mail counts without a sender. */
function canonicalSender(text: string): string {
  const read = v.safeParse(mailSender, text)
  return read.success ? read.output : ''
}
