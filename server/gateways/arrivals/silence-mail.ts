import type { Locale } from '../../../contract/core/locale.ts'
import { wordsIn } from '../../core/locale.ts'
import { shortMoment } from '../../core/moments.ts'
import { readWords } from '../../core/read-words.ts'
import type { OutgoingMail } from '../../mail/mail.ts'

interface Silence {
  readonly to: string
  readonly organization: string
  /** The time of the last report, ISO 8601 in UTC. */
  readonly since: string
}

const words = readWords(import.meta.dirname, 'silence.words.yaml')

/** Tells the contact of an organization that its gateway stopped reporting. */
export function silenceMail({ to, organization, since }: Silence, locale: Locale): OutgoingMail {
  const { subject, text } = wordsIn(words, locale)
  const time = shortMoment(since, locale)
  return { to, subject: subject({ organization }), text: text({ organization, time }) }
}
