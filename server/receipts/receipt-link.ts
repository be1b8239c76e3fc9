import { createHmac, timingSafeEqual } from 'node:crypto'
import { baseLocale, type Locale } from '../../contract/core/locale.ts'
import { clockSkewMs, minuteMs, secondMs } from '../core/clock.ts'
import type { ReceiptLinkSettings } from '../core/ports.ts'

/**
 * A signed link to a receipt, which works without a token until it expires (R365). Relative to the
 * API's origin.
 */
export function receiptPath(
  number: string,
  settings: ReceiptLinkSettings,
  now: Date,
  locale: Locale,
): string {
  const expires = String(Math.floor((now.getTime() + settings.minutes * minuteMs) / secondMs))
  return receiptPathUntil(number, settings, expires, locale)
}

/** The same with the expiry of another link, so that a link cannot extend itself. */
export function receiptPathUntil(
  number: string,
  { secret }: ReceiptLinkSettings,
  expires: string,
  locale: Locale,
): string {
  const query = new URLSearchParams({
    expires,
    signature: sign(secret, number, expires),
    // Not signed: the reader may ask for another language.
    ...(locale === baseLocale ? {} : { locale }),
  })
  return `/api/receipts/${number}?${query}`
}

/**
 * Whether this link was signed by this server and has not expired. A link that expires later than
 * possible was signed while the clock was ahead and is not valid.
 */
export function opens(
  link: { readonly number: string; readonly expires: string; readonly signature: string },
  { secret, minutes }: ReceiptLinkSettings,
  now: Date,
): boolean {
  const leftMs = Number(link.expires) * secondMs - now.getTime()
  const expected = Buffer.from(sign(secret, link.number, link.expires))
  const given = Buffer.from(link.signature)
  return (
    expected.length === given.length &&
    timingSafeEqual(expected, given) &&
    leftMs > 0 &&
    leftMs <= minutes * minuteMs + clockSkewMs
  )
}

/** The line break is a safe separator: neither value contains one. */
function sign(secret: string, number: string, expires: string): string {
  return createHmac('sha256', secret).update(`receipt\n${number}\n${expires}`).digest('base64url')
}
