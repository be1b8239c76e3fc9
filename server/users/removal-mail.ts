import type { Locale } from '../../contract/core/locale.ts'
import { wordsIn } from '../core/locale.ts'
import { readWords } from '../core/read-words.ts'
import type { Users } from '../database/tables/tables.ts'
import type { OutgoingMail } from '../mail/mail.ts'

type Recipient = Pick<Users, 'email' | 'full_name' | 'username'>

const words = readWords(import.meta.dirname, 'removal.words.yaml')

/** Tells a removed user, in the user's language (R347). */
export function removalMail(recipient: Recipient, locale: Locale): OutgoingMail {
  const { subject, text } = wordsIn(words, locale)
  const { email, full_name, username } = recipient
  return { to: email, subject, text: text({ name: full_name, username }) }
}
