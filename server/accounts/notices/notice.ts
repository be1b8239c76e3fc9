import type { Role } from '../../../contract/permissions.ts'
import type { BrowserWords } from '../own/browser-words.ts'

/** What a user is told about their account by mail, also about what they did themselves. */
export type Notice =
  /** A sign-in from a browser that is not known. */
  | (BrowserWords & { readonly kind: 'new-browser'; readonly address: string; readonly at: string })
  | { readonly kind: 'password-changed'; readonly by: 'user' | 'administrator' }
  /** Also sent to the old address. */
  | { readonly kind: 'email-changed'; readonly from: string; readonly to: string }
  | { readonly kind: 'role-changed'; readonly from: Role; readonly to: Role }
  | { readonly kind: 'factor-added' | 'factor-removed'; readonly name: string }
  | { readonly kind: 'factors-reset' | 'recovery-codes-renewed' }
