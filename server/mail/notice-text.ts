import { baseLocale, type Locale } from '../../contract/core/locale.ts'
import type { Role } from '../../contract/core/permissions.ts'
import { shortMoment } from '../core/formats.ts'
import { wordsIn } from '../core/locale.ts'
import { readWords } from '../core/read-words.ts'
import type { Database } from '../database/tables/tables.ts'
import type { BrowserWords } from '../http/browser-words.ts'

export const noticeWords = readWords(import.meta.dirname, 'notices.words.yaml')

/** The event, as a sentence after the greeting. */
export function noticeText(notice: Notice, username: string, locale: Locale): string {
  const { texts, roles, unknown, codesLeft } = wordsIn(noticeWords, locale)
  switch (notice.kind) {
    case 'new-browser':
      return texts['new-browser']({
        username,
        browser: notice.browser || unknown,
        system: notice.system || unknown,
        address: notice.address || unknown,
        time: shortMoment(notice.at, locale),
      })
    case 'password-changed':
      return texts['password-changed'][notice.by]({ username })
    case 'email-changed':
      return texts['email-changed']({ username, from: notice.from, to: notice.to })
    case 'role-changed':
      return texts['role-changed']({ username, from: roles[notice.from], to: roles[notice.to] })
    case 'right-changed':
      return texts['right-changed'][notice.isGiven ? 'given' : 'taken']({ username })
    case 'factor-added':
    case 'factor-removed':
      return texts[notice.kind]({ username, name: notice.name })
    case 'factors-reset':
    case 'recovery-codes-renewed':
      return texts[notice.kind]({ username })
    case 'recovery-code-used':
      return `${texts['recovery-code-used']({ username })} ${codesLeft(notice.left)}`
  }
}

/** What a user is told about their account by mail, also about what they did themselves. */
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

/** The language for a user: their own choice, else the default of the organization, else English. */
export async function localeOfUser(database: Database, userId: string): Promise<Locale> {
  const found = await database
    .selectFrom('users')
    .leftJoin('organizations', 'organizations.id', 'users.organization_id')
    .select(['users.locale', 'organizations.locale as organization_locale'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return found?.locale ?? found?.organization_locale ?? baseLocale
}
