import { createHmac, timingSafeEqual } from 'node:crypto'
import { clockSkewMs, minuteMs, secondMs } from '../core/clock.ts'

export interface LinkSettings {
  readonly secret: string
  /** How long a link opens. */
  readonly minutes: number
}

/**
 * The way to a receipt for whoever holds it, which needs no token until it expires (R365). Relative
 * to the API's origin.
 */
export function receiptPath(number: string, settings: LinkSettings, now: Date): string {
  const expires = String(Math.floor((now.getTime() + settings.minutes * minuteMs) / secondMs))
  return receiptPathUntil(number, settings, expires)
}

/** The same for a link that ends with another one, so that no link prolongs itself. */
export function receiptPathUntil(
  number: string,
  { secret }: LinkSettings,
  expires: string,
): string {
  const query = new URLSearchParams({ expires, signature: sign(secret, number, expires) })
  return `/api/receipts/${number}?${query}`
}

/**
 * Whether exactly this link was signed here and still opens. One that would open for longer than any
 * was signed while the clock was ahead.
 */
export function opens(
  link: { readonly number: string; readonly expires: string; readonly signature: string },
  { secret, minutes }: LinkSettings,
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

/** Neither part can hold the line break that parts them, once it was signed here. */
function sign(secret: string, number: string, expires: string): string {
  return createHmac('sha256', secret).update(`receipt\n${number}\n${expires}`).digest('base64url')
}
