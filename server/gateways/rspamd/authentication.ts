import addressparser from 'nodemailer/lib/addressparser'
import * as v from 'valibot'
import { canonicalDomain } from '../../../contract/core/domain.ts'
import { domainOf, mailSender } from '../../../contract/core/mail-address.ts'
import type { authentication } from '../../../contract/emails/authentication.ts'
import type { ReportedSymbol } from '../../../contract/gateways/take-rspamd-report.ts'

/** More than a sender needs; the parser's time grows with the length. */
const longestLine = 10_000
const mostLines = 10

interface Sender {
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

export type Authentication = v.InferOutput<typeof authentication>

/*
 * The symbols of rspamd's modules in the words of RFC 8601. The first in the table counts, for a
 * mail has one result of each: a good signature makes up for a broken one, and a policy that failed
 * is not mended. Of several the first in the table counts, for a mail has one result of each: a
 * good signature makes up for a broken one, and a policy that failed is not mended.
 */

const spf = {
  R_SPF_ALLOW: 'pass',
  R_SPF_FAIL: 'fail',
  R_SPF_SOFTFAIL: 'softfail',
  R_SPF_NEUTRAL: 'neutral',
  // A record that allows every server proves nothing.
  R_SPF_PLUSALL: 'neutral',
  R_SPF_PERMFAIL: 'permerror',
  R_SPF_DNSFAIL: 'temperror',
  R_SPF_NA: 'none',
} as const

const dkim = {
  R_DKIM_ALLOW: 'pass',
  R_DKIM_REJECT: 'fail',
  R_DKIM_PERMFAIL: 'permerror',
  R_DKIM_TEMPFAIL: 'temperror',
  R_DKIM_NA: 'none',
} as const

const dmarc = {
  DMARC_POLICY_REJECT: 'fail',
  DMARC_POLICY_QUARANTINE: 'fail',
  DMARC_POLICY_SOFTFAIL: 'fail',
  DMARC_BAD_POLICY: 'permerror',
  DMARC_DNSFAIL: 'temperror',
  DMARC_POLICY_ALLOW: 'pass',
  DMARC_POLICY_ALLOW_WITH_FAILURES: 'pass',
  DMARC_NA: 'none',
} as const

/** The symbols count whatever their score, which a composite may have taken away. */
export function readAuthentication(symbols: readonly ReportedSymbol[]): Authentication {
  const names = new Set(symbols.map(({ name }) => name))
  return { spf: resultOf(spf, names), dkim: resultOf(dkim, names), dmarc: resultOf(dmarc, names) }
}

function resultOf<Result>(table: Readonly<Record<string, Result>>, names: ReadonlySet<string>) {
  return Object.entries(table).find(([name]) => names.has(name))?.[1]
}

/**
 * The domain in From that rspamd's DMARC module looked up: that of the first address in the header as it
 * was sent, while a report holds the header decoded.
 */
export function domainOfDmarc(symbols: readonly ReportedSymbol[]): string | undefined {
  const [domain] = Object.keys(dmarc).flatMap(
    (name) => symbols.find((symbol) => symbol.name === name)?.options[0] ?? [],
  )
  // A failed policy goes on with ` : ` and the reason.
  return canonicalDomain(domain?.split(' ')[0] ?? '')
}

/** Whether an address is of the domain or of a subdomain, whose policy may be that of its parent. */
function isUnder(domain: string, ofDmarc: string): boolean {
  return domain === ofDmarc || domain.endsWith(`.${ofDmarc}`)
}
