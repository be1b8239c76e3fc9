import type { Role } from '../../contract/core/permissions.ts'
import type { BrowserWords } from '../http/browser-words.ts'

/** A mail to a user about their account, also about their own acts. */
export type Notice =
  /** A sign-in from a browser that is not known. */
  | (BrowserWords & { readonly kind: 'new-browser'; readonly address: string; readonly at: string })
  | { readonly kind: 'password-changed'; readonly by: 'user' | 'administrator' }
  /** Also sent to the old address. */
  | { readonly kind: 'email-changed'; readonly from: string; readonly to: string }
  | { readonly kind: 'role-changed'; readonly from: Role; readonly to: Role }
  /** To manage the own organization. */
  | { readonly kind: 'right-changed'; readonly isGiven: boolean }
  | { readonly kind: 'factor-added' | 'factor-removed'; readonly name: string }
  /** Also sent to addresses that were the user's until lately. */
  | { readonly kind: 'factors-reset'; readonly also: readonly string[] }
  | { readonly kind: 'recovery-codes-renewed' }
  /** One of them has signed in; `left` are not used yet. */
  | { readonly kind: 'recovery-code-used'; readonly left: number }
