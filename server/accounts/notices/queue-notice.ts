import { baseLocale } from '../../../contract/locale.ts'
import { wordsIn } from '../../core/locale.ts'
import type { Services } from '../../core/services.ts'
import type { Database, Users } from '../../database/tables.ts'
import { queueMail } from '../../mail/queue.ts'
import { asOneLine } from '../../support/lines-about.ts'
import type { Notice } from './notice.ts'
import { noticeWords } from './notice-words.ts'

type Recipient = Pick<Users, 'email' | 'full_name' | 'username'>

/**
 * Tells a user by mail what happened to their account (A526), within the transaction of the change. A
 * mail has neither secrets nor links, so that users learn to expect none.
 * @param recipient as before the change; a changed email gets the mail at both addresses
 */
export async function queueNotice(
  services: Pick<Services, 'clock' | 'mailDomain'>,
  transaction: Database,
  recipient: Recipient,
  notice: Notice,
  locale: string = baseLocale,
): Promise<void> {
  const { hello, subjects, text, advice } = wordsIn(noticeWords, locale)
  const mail = {
    subject: subjects[notice.kind],
    text: `${hello(asOneLine(recipient.full_name || recipient.username))}

${text(notice, asOneLine(recipient.username))}

${advice}
`,
  }
  const isMoved = notice.kind === 'email-changed'
  const addresses = new Set(isMoved ? [notice.from, notice.to] : [recipient.email])
  for (const to of addresses) await queueMail(transaction, services, { to, ...mail })
}
