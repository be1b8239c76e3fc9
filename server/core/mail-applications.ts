/** A program that the operator registered at a provider, with which users sign in to their mailboxes. */
export interface MailApplication {
  /** `google`, `microsoft`, or the host of the IMAP server of another provider. */
  readonly at: string
  readonly clientId: string
  readonly clientSecret: string
  /** Of OpenID Connect; null for Google and Microsoft, whose addresses are known. */
  readonly issuer: string | null
}

const form = /^([a-z0-9.-]+)=([^\s:]+):(\S+?)(?:@(https:\/\/\S+))?$/

/** @returns undefined for a text that is none */
export function readMailApplication(text: string): MailApplication | undefined {
  const [, at, clientId, clientSecret, issuer = null] = form.exec(text) ?? []
  if (at === undefined || clientId === undefined || clientSecret === undefined) return undefined
  const isKnown = at === 'google' || at === 'microsoft'
  return isKnown === (issuer === null) ? { at, clientId, clientSecret, issuer } : undefined
}
