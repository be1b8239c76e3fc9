import type { Locale } from '../../../contract/core/locale.ts'
import { productName } from '../../../contract/core/product.ts'
import { arabicMoment, type ByLocale, pageUrl, wordsIn } from '../../core/locale.ts'
import type { Users } from '../../database/tables/tables.ts'
import type { OutgoingMail } from '../../mail/queue.ts'
import { asOneLine } from '../../support-requests/lines-about.ts'
import type { Inviter } from './inviter.ts'
import type { NewLink } from './links.ts'

type Recipient = Pick<Users, 'email' | 'full_name' | 'username'>

/** What the link is for. */
type About = ({ readonly purpose: 'invitation' } & Inviter) | { readonly purpose: 'password-reset' }

/** What the words are about; `end` is a moment in words. */
interface Facts extends Recipient {
  readonly url: string
  readonly end: string
}

interface PurposeWords<Given> {
  readonly subject: string
  readonly text: (facts: Given) => string
}

interface LinkWords {
  readonly moment: (time: string) => string
  readonly invitation: PurposeWords<Facts & Inviter>
  readonly 'password-reset': PurposeWords<Facts>
}

const linkWords: ByLocale<LinkWords> = {
  en: {
    moment: englishMoment,
    invitation: {
      subject: `Your invitation to ${productName}`,
      text: ({ full_name, username, url, end, ...inviter }) => `Hello ${full_name},

${englishInvitation(inviter)} Your username is '${username}'. Choose your password here:

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
  ar: {
    moment: arabicMoment,
    invitation: {
      subject: 'دعوة للانضمام إلى أمان',
      text: ({ full_name, username, url, end, ...inviter }) => `مرحبًا ${full_name}،

وصلتك دعوة للانضمام إلى أمان باسم المستخدم «${username}».${arabicInvitation(inviter)}

يمكنك اختيار كلمة المرور عبر الرابط الآتي:

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

function englishInvitation({ organization, inviter }: Inviter): string {
  const invited = inviter === '' ? 'you have been invited' : `${inviter} has invited you`
  const where = organization === '' ? '' : ` at ${organization}`
  return `${invited} to use ${productName}${where}.`
}

/** Names have lines of their own, which keep the direction of the name. */
function arabicInvitation({ organization, inviter }: Inviter): string {
  const firm = organization === '' ? '' : `\n\nالمؤسسة:\n${organization}`
  return inviter === '' ? firm : `${firm}\n\nصاحب الدعوة:\n${inviter}`
}

export function linkMail(
  recipient: Recipient,
  about: About,
  origin: string,
  { secret, expiresAt }: NewLink,
  locale: Locale,
): OutgoingMail {
  const words = wordsIn(linkWords, locale)
  const url = linkUrl(origin, secret, locale)
  const facts = { ...recipient, url, end: words.moment(expiresAt) }
  const { email: to } = recipient
  if (about.purpose === 'password-reset') {
    const { subject, text } = words['password-reset']
    return { to, subject, text: text(facts), holdsSecret: true }
  }
  const { subject, text } = words.invitation
  const inviter = asOneLine(about.inviter)
  const organization = asOneLine(about.organization)
  return { to, subject, text: text({ ...facts, inviter, organization }), holdsSecret: true }
}
