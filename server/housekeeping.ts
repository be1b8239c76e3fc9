import { auditRetentions } from './audit/retention.ts'
import { startBackgroundWork } from './core/background-work.ts'
import { type Clock, hourMs, secondMs } from './core/clock.ts'
import type { Limits } from './core/configuration.ts'
import { type Log, wordsForLog } from './core/log.ts'
import { takeAdvisoryLock } from './database/advisory-lock.ts'
import { readCounter, setCounter } from './database/counters.ts'
import { emptyJournal } from './database/opening/empty-journal.ts'
import { makeDays } from './database/partitions/days.ts'
import { deleteExpired, type Retention } from './database/retention.ts'
import type { Database } from './database/tables/tables.ts'
import { checkRetention } from './emails/checks/kept-checks.ts'
import { answerRetention } from './emails/counted-once.ts'
import { dayRetention } from './emails/daily-counts.ts'
import { reportRetention } from './emails/repeats.ts'
import { deleteExpiredScans, vacuumScans } from './emails/retention.ts'
import { flagRetention } from './flags/ended-flags.ts'
import { markSilentGateways, noteListening } from './gateways/arrivals/silence.ts'
import { refusedRetention } from './gateways/refused-requests/refused-requests.ts'
import {
  deleteOldCorrespondents,
  mailLessonRetention,
  markRetention,
  pendingRetention,
} from './judge/judge.ts'
import { replacedEmailRetention } from './mail/replaced-emails.ts'
import { mailRetentions } from './mail/worker.ts'
import { mailboxMailRetention } from './mailboxes/watch/kept-mails.ts'
import { mailboxSenderRetention } from './mailboxes/watch/read-senders.ts'
import { invitationRetention } from './organizations/invitation-limits.ts'
import { keepWeeklyScores } from './risk/weekly-scores.ts'
import { challengeRetention } from './sign-in/factors/challenges.ts'
import { codeAttemptRetention } from './sign-in/factors/sign-in-with-code.ts'
import { resetRetention } from './sign-in/links/forgotten-password.ts'
import { linkRetention } from './sign-in/links/links.ts'
import { signInFailureRetention } from './sign-in/passwords/sign-in-limits.ts'
import { deviceRetention } from './sign-in/sessions/known-devices.ts'
import { sessionRetention } from './sign-in/sessions/sessions.ts'
import { attemptRetention } from './sign-in/single-sign-on/attempts.ts'
import { unlinkedRetention } from './sign-in/single-sign-on/identities.ts'
import { deleteRemovedUsers } from './users/removed-users.ts'
import { deleteFormerSecrets, deliveryRetention } from './webhooks/attempts.ts'

interface Services {
  readonly database: Database
  readonly limits: Limits
  readonly clock: Clock
  readonly log: Log
  readonly mailDomain: string
}

/** How long a run may continue when the server stops; the next run deletes the rest. */
const shutdownGraceMs = 3 * secondMs
/** If the clock has advanced by more since the last run, it may be wrong. */
const leapHours = 24

/** Deletes expired data once an hour. */
export function startHousekeeping(
  services: Services,
  graceMs = shutdownGraceMs,
): { stop(): Promise<void> } {
  const { database, clock, log } = services
  return startBackgroundWork({
    everyMs: hourMs,
    graceMs,
    async run(_stop, cut) {
      // Also while housekeeping waits: mail comes in.
      await makeDays(database, clock())
      // Completes removals that were interrupted when a server was killed.
      await deleteRemovedUsers(database, cut)
      await runHousekeepingOnce(services, cut)
    },
    // The next hour tries again; nothing else depends on it.
    onFailure: (cause) => log('error', 'housekeeping failed', { error: wordsForLog(cause) }),
  })
}

/** If several servers share a database, the first one in an hour does the work. */
async function runHousekeepingOnce(services: Services, stop: AbortSignal): Promise<void> {
  const visit = await noteVisit(services)
  if (visit === undefined) return
  const { waits, hoursSinceLast } = visit
  if (waits) {
    services.log('warning', 'housekeeping waits for an hour', { hoursSinceLast })
    return
  }
  const startedMs = performance.now()
  await runHousekeeping(services, stop)
  if (!stop.aborted) await noteEnd(services, Math.round(performance.now() - startedMs))
}

/** When the last run ended and how long it took, for every server that shares the database. */
function noteEnd({ database, clock }: Services, tookMs: number): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    await setCounter(transaction, 'housekeeping-ended', clock().getTime())
    await setCounter(transaction, 'housekeeping-took', tookMs)
  })
}

/**
 * Deletion is final, so after a leap of the clock housekeeping waits an hour and checks the clock
 * again; it also waits after the server was down for days. The hour and the leap are stored in one
 * transaction, because an hour without its leap would look normal to the next run.
 * @returns undefined if another run has already started in this hour
 */
function noteVisit({ database, clock }: Services) {
  return database.transaction().execute(async (transaction) => {
    await takeAdvisoryLock(transaction, 'housekeeping')
    const hour = Math.floor(clock().getTime() / hourMs)
    const last = (await readCounter(transaction, 'housekeeping')) ?? hour
    if (!(await setCounter(transaction, 'housekeeping', hour))) return undefined
    if (Math.abs(hour - last) > leapHours) await setCounter(transaction, 'housekeeping-leap', hour)
    await noteListening(transaction, hour, hour - last)
    const leap = await readCounter(transaction, 'housekeeping-leap')
    // `<= 1`, because the next hour may begin a minute after the leap.
    const waits = leap !== undefined && Math.abs(hour - leap) <= 1
    return { waits, hoursSinceLast: hour - last }
  })
}

const retentions = (limits: Limits): readonly Retention[] => [
  answerRetention,
  reportRetention,
  refusedRetention,
  checkRetention,
  dayRetention,
  pendingRetention,
  mailLessonRetention,
  markRetention,
  ...mailRetentions,
  mailboxMailRetention,
  mailboxSenderRetention,
  deliveryRetention,
  sessionRetention,
  linkRetention,
  resetRetention,
  invitationRetention,
  signInFailureRetention(limits),
  challengeRetention,
  attemptRetention,
  unlinkedRetention,
  codeAttemptRetention,
  replacedEmailRetention,
  flagRetention,
  deviceRetention,
  ...auditRetentions(limits),
]

/**
 * Enforces the retention periods without action by the operator, and marks silent gateways. Each step
 * asks for the time: a run may take minutes, and what was used meanwhile is not of the future.
 */
export async function runHousekeeping(
  services: Omit<Services, 'log'>,
  stop?: AbortSignal,
): Promise<void> {
  const { database, limits, clock } = services
  // Before mail is deleted from which a week is computed.
  await keepWeeklyScores(database, clock(), stop)
  await deleteExpiredScans(database, clock(), stop)
  await deleteOldCorrespondents(database, clock(), stop)
  for (const kept of retentions(limits)) await deleteExpired(database, kept, clock(), stop)
  await deleteFormerSecrets(database, clock())
  await markSilentGateways(services)
  await vacuumScans(database)
  await emptyJournal(database)
}
