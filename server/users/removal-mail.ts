import type { Locale } from '../../contract/core/locale.ts'
import { productName } from '../../contract/core/product.ts'
import { type ByLocale, wordsIn } from '../core/locale.ts'
import type { Users } from '../database/tables/tables.ts'
import type { OutgoingMail } from '../mail/queue.ts'

type Recipient = Pick<Users, 'email' | 'full_name' | 'username'>

interface RemovalWords {
  readonly subject: string
  readonly text: (recipient: Recipient) => string
}

const removalWords: ByLocale<RemovalWords> = {
  en: {
    subject: `Your ${productName} account has been removed`,
    text: ({ full_name, username }) => `Hello ${full_name},

your ${productName} account '${username}' has been permanently removed by an administrator. All of its sessions have ended, and its flags and mail history have been deleted.

If you did not expect this, please ask your organization's administrator.
`,
  },
  ar: {
    subject: 'أُزيل حسابك لدى أمان',
    text: ({ full_name, username }) => `مرحبًا ${full_name}،

أزال أحد المشرفين حسابك لدى أمان «${username}» نهائيًا. انتهت جميع جلساته، وحُذفت علاماته وسجل رسائله.

إن لم يكن ذلك متوقعًا، يُرجى سؤال مشرف المؤسسة.
`,
  },
}

/** Tells a removed user, in the user's language (R347). */
export function removalMail(recipient: Recipient, locale: Locale): OutgoingMail {
  const { subject, text } = wordsIn(removalWords, locale)
  return { to: recipient.email, subject, text: text(recipient) }
}
