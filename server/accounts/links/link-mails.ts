import { baseLocale } from '../../../contract/locale.ts'
import { productName } from '../../../contract/product.ts'
import { type ByLocale, wordsIn } from '../../core/locale.ts'
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
  readonly timeFormat: string
  readonly purposes: Readonly<
    Record<LinkPurpose, { readonly subject: string; readonly text: (facts: Facts) => string }>
  >
}

const linkWords: ByLocale<LinkWords> = {
  en: {
    timeFormat: 'en-GB',
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
}

/** The address of the page that takes links; the secret stands in the fragment, which no server sees. */
function linkUrl(origin: string, secret: string): string {
  return `${origin}/set-password/#${secret}`
}

export function linkMail(
  recipient: Recipient,
  purpose: LinkPurpose,
  origin: string,
  { secret, expiresAt }: NewLink,
  locale: string = baseLocale,
): OutgoingMail {
  const { timeFormat, purposes } = wordsIn(linkWords, locale)
  const { subject, text } = purposes[purpose]
  const end = new Date(expiresAt).toLocaleString(timeFormat, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const facts = { ...recipient, url: linkUrl(origin, secret), end: `${end} UTC` }
  return { to: recipient.email, subject, text: text(facts), holdsSecret: true }
}
