import type { Locale } from '../../../contract/core/locale.ts'
import { wordsIn } from '../../core/locale.ts'
import { readWords } from '../../core/read-words.ts'
import type { Users } from '../../database/tables/tables.ts'
import type { OutgoingMail } from '../../mail/mail.ts'

type Recipient = Pick<Users, 'email' | 'full_name' | 'username'>

const words = readWords(import.meta.dirname, 'new-password.words.yaml')

/** Tells a user that a link was used to change the password. */
export function newPasswordMail(recipient: Recipient, locale: Locale): OutgoingMail {
  const { subject, text } = wordsIn(words, locale)
  const { email, full_name, username } = recipient
  return { to: email, subject, text: text({ name: full_name, username }) }
}
