import { settings } from '../core/settings.ts'

/**
 * The domain for Message-IDs: that of the sender or, if the operator has not configured a sender, that
 * of the server.
 */
export function mailDomainOf(from: string, publicUrl: string | null): string {
  if (from === settings.MAIL_FROM.default && publicUrl !== null) return new URL(publicUrl).hostname
  return from.slice(from.lastIndexOf('@') + 1)
}
