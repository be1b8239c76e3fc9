import { baseLocale } from '../../contract/locale.ts'
import { productName } from '../../contract/product.ts'
import { type ByLocale, wordsIn } from '../core/locale.ts'
import type { OutgoingMail } from '../mail/queue.ts'

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
}

/** Tells the contact of an organization that its gateway stopped reporting. */
export function silenceMail(silence: Silence, locale: string = baseLocale): OutgoingMail {
  const { subject, text } = wordsIn(silenceWords, locale)
  return { to: silence.to, subject: subject(silence), text: text(silence) }
}
