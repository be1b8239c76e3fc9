import { createHmac } from 'node:crypto'
import { keptSecret } from '../../database/kept-secret.ts'
import type { Place } from '../../database/tables/tables.ts'
import type { Header } from '../imap/read-headers.ts'

/**
 * `Received` is different with each delivery, and the same wherever a mail is moved: a mail that a sender
 * sends twice is not taken for one that its recipient moved back.
 */
const identifying = new Set(['message-id', 'date', 'from', 'subject', 'received'])

/** The header lines to ask a server for. */
export const neededHeaders = [...identifying, 'authentication-results']

/** Tells the mails of a mailbox apart; from the HMAC nothing of a mail can be read. */
export async function mailIdentifier(
  place: Place,
): Promise<(headers: readonly Header[]) => string> {
  const secret = await keptSecret(place, 'mailbox-mails')
  return (headers) => {
    const lines = headers.filter(({ key }) => identifying.has(key))
    return createHmac('sha256', secret)
      .update(JSON.stringify(lines.map(({ key, value }) => [key, value])))
      .digest('base64url')
  }
}
