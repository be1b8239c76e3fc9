import { baseLocale, type Locale } from '../../../contract/core/locale.ts'
import { type Clock, clockSkewMs, hourMs, isoAfter } from '../../core/clock.ts'
import type { Limits } from '../../core/configuration.ts'
import { shortMoment } from '../../core/formats.ts'
import { wordsIn } from '../../core/locale.ts'
import { readWords } from '../../core/read-words.ts'
import { readCounter, setCounter } from '../../database/counters.ts'
import type { Database } from '../../database/tables/tables.ts'
import { reportingOrganizations } from '../../http/cover.ts'
import { type OutgoingMail, queueMail } from '../../mail/mail.ts'
import { announceSilence } from '../../webhooks/webhooks.ts'

interface Services {
  readonly database: Database
  readonly clock: Clock
  readonly limits: Limits
  readonly mailDomain: string
}

/** The timer of housekeeping may drift over the end of an hour. */
const longestGapHours = 2

/**
 * Gateways could not be heard while no server ran, and a clock that jumped makes them look silent, so
 * silence is counted from the hour in which housekeeping went on.
 */
export async function noteListening(
  transaction: Database,
  hour: number,
  hoursSinceLast: number,
): Promise<void> {
  if (Math.abs(hoursSinceLast) > longestGapHours) {
    await setCounter(transaction, 'listening', hour)
  }
}

/**
 * Marks organizations whose gateway was heard before and is silent for too long, and writes to the
 * contact of each, once per silence: the next report removes the mark. An organization whose reporting
 * keys are all revoked, and which no key of the operator covers, was disconnected on purpose, and a suspended one may not report.
 */
export async function markSilentGateways(services: Services): Promise<void> {
  const { database, clock, limits } = services
  const now = clock()
  const silentMs = limits.gatewaySilentHours * hourMs
  await restartFutureReports(database, now)
  const listening = await readCounter(database, 'listening')
  if (listening !== undefined && Math.abs(now.getTime() - listening * hourMs) < silentMs) return
  await database.transaction().execute(async (transaction) => {
    const silent = await transaction
      .updateTable('arrivals')
      .set((column) => ({ silent_since: column.ref('last_report_at') }))
      .where('silent_since', 'is', null)
      .where('last_report_at', '<=', isoAfter(now, -silentMs))
      .where('organization_id', 'in', reportingOrganizations(transaction))
      .where('organization_id', 'in', (query) =>
        query.selectFrom('organizations').select('id').where('suspended_at', 'is', null),
      )
      .returning(['organization_id', 'last_report_at'])
      .execute()
    await announceSilence(transaction, now, silent)
    for (const { organization_id, last_report_at } of silent) {
      const { name, contact_email, locale } = await transaction
        .selectFrom('organizations')
        .select(['name', 'contact_email', 'locale'])
        .where('id', '=', organization_id)
        .executeTakeFirstOrThrow()
      if (contact_email === '') continue
      const silence = { organization: name, to: contact_email, since: last_report_at }
      await queueMail(transaction, services, silenceMail(silence, locale ?? baseLocale))
    }
  })
}

/** A report that was noted while the clock was ahead counts from now. */
async function restartFutureReports(database: Database, now: Date): Promise<void> {
  await database
    .updateTable('arrivals')
    .set({ last_report_at: now.toISOString() })
    .where('last_report_at', '>', isoAfter(now, clockSkewMs))
    .execute()
}

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
