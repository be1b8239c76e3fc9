import type { Locale } from '../../contract/core/locale.ts'
import type { WebhookPause } from '../../contract/webhooks/webhook.ts'
import { wordsIn } from '../core/locale.ts'
import { readWords } from '../core/read-words.ts'
import type { Database, Webhooks } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'
import { localeOfUser, type OutgoingMail, queueMail } from '../mail/mail.ts'

type AutomaticPause = Exclude<WebhookPause, 'no' | 'by_hand'>

/** Stops sending to an endpoint and tells the super admins, in the caller's transaction. */
export async function pauseWebhook(
  services: Pick<Services, 'clock' | 'mailDomain'>,
  transaction: Database,
  { id, url }: Pick<Webhooks, 'id' | 'url'>,
  pause: AutomaticPause,
): Promise<void> {
  const paused_at = services.clock().toISOString()
  await transaction.updateTable('webhooks').set({ pause, paused_at }).where('id', '=', id).execute()
  const admins = await transaction
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'super_admin')
    .where('is_active', '=', 1)
    .where('removed_at', 'is', null)
    .execute()
  for (const { id: adminId, email } of admins) {
    const locale = await localeOfUser(transaction, adminId)
    await queueMail(transaction, services, pausedMail(email, url, pause, locale))
  }
}

const words = readWords(import.meta.dirname, 'pause.words.yaml')

/** The mail to a super admin, in the admin's language. */
export function pausedMail(
  to: string,
  url: string,
  pause: AutomaticPause,
  locale: Locale,
): OutgoingMail {
  const { subject, reasons, text } = wordsIn(words, locale)
  // The path may hold a token of the receiver.
  return { to, subject, text: text({ url: URL.parse(url)?.origin ?? '', reason: reasons[pause] }) }
}
