import { baseLocale } from '../../../contract/locale.ts'
import { productName } from '../../../contract/product.ts'
import { type ByLocale, wordsIn } from '../../core/locale.ts'
import type { Users } from '../../database/tables.ts'
import type { OutgoingMail } from '../../mail/queue.ts'

type Recipient = Pick<Users, 'email' | 'full_name' | 'username'>

const words: ByLocale<{ subject: string; text: (recipient: Recipient) => string }> = {
  en: {
    subject: `Your ${productName} password was changed`,
    text: ({ full_name, username }) => `Hello ${full_name},

the password of your ${productName} account '${username}' was changed with a link that was sent to this address. All sessions have ended; sign in with the new password.

If this was not you, another person can read your mail. Tell your administrator at once.
`,
  },
}

/** Tells a user that a link was used to change the password. */
export function newPasswordMail(recipient: Recipient, locale: string = baseLocale): OutgoingMail {
  const { subject, text } = wordsIn(words, locale)
  return { to: recipient.email, subject, text: text(recipient) }
}
