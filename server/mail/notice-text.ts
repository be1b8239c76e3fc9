import type { Locale } from '../../contract/core/locale.ts'
import { wordsIn } from '../core/locale.ts'
import { shortMoment } from '../core/moments.ts'
import { readWords } from '../core/read-words.ts'
import type { Notice } from './notice.ts'

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
