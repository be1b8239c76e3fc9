import type { Locale } from '../../../contract/core/locale.ts'
import { productName } from '../../../contract/core/product.ts'
import { arabicMoment, type ByLocale, wordsIn } from '../../core/locale.ts'
import type { OutgoingMail } from '../../mail/queue.ts'

interface Silence {
  readonly to: string
  readonly organization: string
  /** The time of the last report, ISO 8601 in UTC. */
  readonly since: string
}

interface SilenceWords {
  readonly subject: (silence: Silence) => string
  readonly text: (silence: Silence) => string
}

const silenceWords: ByLocale<SilenceWords> = {
  en: {
    subject: ({ organization }) => `The mail gateway of ${organization} is silent`,
    text: ({ organization, since }) => `Hello,

${productName} has received no report from the mail gateway of ${organization} since ${since.slice(0, 10)} ${since.slice(11, 16)} UTC. Until reports arrive again, new email does not appear on the dashboards.

Please check that the mail gateway runs, that it reaches ${productName}, and that its key has not expired. Where no email was expected, there is nothing to do.

${productName} writes once per silence.
`,
  },
  ar: {
    subject: ({ organization }) => `انقطعت تقارير بوابة البريد: ${organization}`,
    text: ({ organization, since }) => `مرحبًا،

لم يتلقَّ أمان أي تقرير من بوابة البريد لدى ${organization} منذ ${arabicMoment(since)}. وإلى أن تعود التقارير، لا تظهر الرسائل الجديدة في لوحات المعلومات.

يُرجى التأكد من أن بوابة البريد تعمل، وأنها تصل إلى أمان، وأن صلاحية مفتاحها لم تنتهِ. وإن لم يكن وصول رسائل متوقعًا، فلا حاجة إلى أي إجراء.

يرسل أمان هذا التنبيه مرة واحدة عند كل انقطاع.
`,
  },
}

/** Tells the contact of an organization that its gateway stopped reporting. */
export function silenceMail(silence: Silence, locale: Locale): OutgoingMail {
  const { subject, text } = wordsIn(silenceWords, locale)
  return { to: silence.to, subject: subject(silence), text: text(silence) }
}
