import type { Locale } from '../../contract/core/locale.ts'
import { asOneLine } from '../core/fold.ts'
import { wordsIn } from '../core/locale.ts'
import type { Database, Users } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'
import { localeOfUser } from './locale-of.ts'
import { type Notice, noticeText, noticeWords } from './notice-text.ts'
import { type OutgoingMail, queueMail } from './queue.ts'

type Recipient = Pick<Users, 'id' | 'email' | 'full_name' | 'username'>

/**
 * Tells a user by mail what happened to their account, in their language and within the
 * transaction of the change. A mail has neither secrets nor links, so that users learn to expect none.
 * @param recipient as before the change; a changed email gets the mail at both addresses
 */
export async function queueNotice(
  services: Pick<Services, 'clock' | 'mailDomain'>,
  transaction: Database,
  recipient: Recipient,
  notice: Notice,
): Promise<void> {
  const mail = noticeMail(recipient, notice, await localeOfUser(transaction, recipient.id))
  const addresses = new Set(addressesOf(recipient, notice))
  for (const to of addresses) await queueMail(transaction, services, { to, ...mail })
}

export function noticeMail(
  { full_name, username }: Pick<Users, 'full_name' | 'username'>,
  notice: Notice,
  locale: Locale,
): Pick<OutgoingMail, 'subject' | 'text'> {
  const { hello, subjects, advice } = wordsIn(noticeWords, locale)
  return {
    subject: subjects[notice.kind],
    text: `${hello({ name: asOneLine(full_name || username) })}

${noticeText(notice, asOneLine(username), locale)}

${advice}
`,
  }
}

function addressesOf({ email }: Recipient, notice: Notice): readonly string[] {
  switch (notice.kind) {
    case 'email-changed':
      return [notice.from, notice.to]
    case 'factors-reset':
      return [email, ...notice.also]
    default:
      return [email]
  }
}
