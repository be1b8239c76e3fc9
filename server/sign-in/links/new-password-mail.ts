import type { Locale } from '../../../contract/core/locale.ts'
import { productName } from '../../../contract/core/product.ts'
import { type ByLocale, wordsIn } from '../../core/locale.ts'
import type { Users } from '../../database/tables/tables.ts'
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
  ar: {
    subject: 'تم تغيير كلمة مرور حسابك لدى أمان',
    text: ({ full_name, username }) => `مرحبًا ${full_name}،

تم تغيير كلمة مرور حسابك لدى أمان «${username}» عبر رابط أُرسل إلى هذا العنوان. انتهت جميع الجلسات؛ يُرجى تسجيل الدخول بكلمة المرور الجديدة.

إن لم يكن ذلك منك، فهناك شخص آخر يستطيع قراءة بريدك. يُرجى إبلاغ المشرف فورًا.
`,
  },
}

/** Tells a user that a link was used to change the password. */
export function newPasswordMail(recipient: Recipient, locale: Locale): OutgoingMail {
  const { subject, text } = wordsIn(words, locale)
  return { to: recipient.email, subject, text: text(recipient) }
}
