import type { Locale } from '../../../contract/locale.ts'
import { productName } from '../../../contract/product.ts'
import { arabicMoment, type ByLocale, pageUrl, wordsIn } from '../../core/locale.ts'
import type { Users } from '../../database/tables.ts'
import type { OutgoingMail } from '../../mail/queue.ts'
import type { LinkPurpose, NewLink } from './links.ts'

type Recipient = Pick<Users, 'email' | 'full_name' | 'username'>

/** What the words are about; `end` is a moment in words. */
interface Facts extends Recipient {
  readonly url: string
  readonly end: string
}

interface LinkWords {
  readonly moment: (time: string) => string
  readonly purposes: Readonly<
    Record<LinkPurpose, { readonly subject: string; readonly text: (facts: Facts) => string }>
  >
}

const linkWords: ByLocale<LinkWords> = {
  en: {
    moment: englishMoment,
    purposes: {
      invitation: {
        subject: `Your invitation to ${productName}`,
        text: ({ full_name, username, url, end }) => `Hello ${full_name},

you have been invited to ${productName}. Your username is '${username}'. Choose your password here:

${url}

The link works once, until ${end}. After that, ask your administrator for a new invitation.

If you did not expect this, you can ignore this mail.
`,
      },
      'password-reset': {
        subject: `Your new password for ${productName}`,
        text: ({ full_name, username, url, end }) => `Hello ${full_name},

a new password was requested for your ${productName} account '${username}'. Choose it here:

${url}

The link works once, until ${end}.

If you did not request this, you can ignore this mail. Your password stays as it is.
`,
      },
    },
  },
  ar: {
    moment: arabicMoment,
    purposes: {
      invitation: {
        subject: 'دعوة للانضمام إلى أمان',
        text: ({ full_name, username, url, end }) => `مرحبًا ${full_name}،

وصلتك دعوة للانضمام إلى أمان باسم المستخدم «${username}». يمكنك اختيار كلمة المرور عبر الرابط الآتي:

${url}

يُستخدم الرابط مرة واحدة فقط، وتنتهي صلاحيته في ${end}. بعد ذلك يُرجى طلب دعوة جديدة من المشرف.

إن لم تكن هذه الدعوة متوقعة، يمكنك تجاهل هذه الرسالة.
`,
      },
      'password-reset': {
        subject: 'كلمة مرور جديدة لحسابك لدى أمان',
        text: ({ full_name, username, url, end }) => `مرحبًا ${full_name}،

ورد طلب لتعيين كلمة مرور جديدة لحسابك لدى أمان «${username}». يمكنك اختيارها عبر الرابط الآتي:

${url}

يُستخدم الرابط مرة واحدة فقط، وتنتهي صلاحيته في ${end}.

إن لم يصدر هذا الطلب عنك، يمكنك تجاهل هذه الرسالة، وتبقى كلمة المرور كما هي.
`,
      },
    },
  },
}

function englishMoment(time: string): string {
  const moment = new Date(time).toLocaleString('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${moment} UTC`
}

/** The address of the page that takes links; the secret stands in the fragment, which no server sees. */
function linkUrl(origin: string, secret: string, locale: Locale): string {
  return `${pageUrl(origin, '/set-password/', locale)}#${secret}`
}

export function linkMail(
  recipient: Recipient,
  purpose: LinkPurpose,
  origin: string,
  { secret, expiresAt }: NewLink,
  locale: Locale,
): OutgoingMail {
  const { moment, purposes } = wordsIn(linkWords, locale)
  const { subject, text } = purposes[purpose]
  const facts = { ...recipient, url: linkUrl(origin, secret, locale), end: moment(expiresAt) }
  return { to: recipient.email, subject, text: text(facts), holdsSecret: true }
}
