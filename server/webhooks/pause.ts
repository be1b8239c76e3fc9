import type { Locale } from '../../contract/core/locale.ts'
import { productName } from '../../contract/core/product.ts'
import type { WebhookPause } from '../../contract/webhooks/webhook.ts'
import { type ByLocale, wordsIn } from '../core/locale.ts'
import type { Services } from '../core/services.ts'
import type { Database, Webhooks } from '../database/tables/tables.ts'
import { localeOfUser } from '../mail/locale-of.ts'
import { type OutgoingMail, queueMail } from '../mail/queue.ts'

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

interface PauseWords {
  readonly subject: string
  readonly reasons: Readonly<Record<AutomaticPause, string>>
  readonly text: (url: string, reason: string) => string
}

const pauseWords: ByLocale<PauseWords> = {
  en: {
    subject: 'A webhook was paused',
    reasons: {
      failing: 'it has taken no message for five days',
      gone: 'it answered 410 Gone, which says that it wants no more messages',
    },
    text: (url, reason) => `Hello,

${productName} sends nothing any more to the webhook ${url}, because ${reason}.

Messages that wait for it are kept for up to 30 days and are sent when the webhook is active again. What happens meanwhile is not told to it. An administrator can resume or remove it under 'Webhooks'.
`,
  },
  ar: {
    subject: 'أُوقف ويب هوك (webhook) مؤقتًا',
    reasons: {
      failing: 'لم يستقبل أي رسالة منذ خمسة أيام',
      gone: 'أجاب بالرمز 410 Gone، أي أنه لا يريد مزيدًا من الرسائل',
    },
    text: (url, reason) => `مرحبًا،

أوقف أمان الإرسال إلى ويب هوك (webhook) على هذا العنوان:

${url}

السبب: ${reason}.

تُحفظ الرسائل التي تنتظره 30 يومًا على الأكثر، وتُرسل بعد استئنافه. أما ما يحدث أثناء التوقف فلا يُبلَّغ به. يمكن للمشرف العام استئنافه أو إزالته من شاشة ويب هوك.
`,
  },
}

/** The mail to a super admin, in the admin's language. */
export function pausedMail(
  to: string,
  url: string,
  pause: AutomaticPause,
  locale: Locale,
): OutgoingMail {
  const { subject, reasons, text } = wordsIn(pauseWords, locale)
  // The path may hold a token of the receiver.
  return { to, subject, text: text(URL.parse(url)?.origin ?? '', reasons[pause]) }
}
