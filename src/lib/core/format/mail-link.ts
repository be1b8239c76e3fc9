/** The mailboxes of mail links; a build can set others. */
export const salesEmail = import.meta.env.PUBLIC_SALES_EMAIL || 'sales@aman.example'
export const supportEmail = import.meta.env.PUBLIC_SUPPORT_EMAIL || 'support@aman.example'

export interface Draft {
  readonly subject: string
  readonly lines: readonly string[]
}

/** A `mailto:` address with the draft in it; line breaks are CRLF, as RFC 6068 requires. */
export function mailLink(address: string, draft: Draft): string {
  const body = draft.lines.join('\r\n')
  return `mailto:${address}?subject=${encodeURIComponent(draft.subject)}&body=${encodeURIComponent(body)}`
}
