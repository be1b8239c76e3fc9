import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { startBackgroundWork } from '../../core/background-work.ts'
import { minuteMs, secondMs } from '../../core/clock.ts'
import { wordsForLog } from '../../core/log.ts'
import { newId } from '../../database/id.ts'
import { createJudge } from '../../judge/judge.ts'
import { MailServerError } from '../imap/open-imap.ts'
import { createTokens, joinMailboxes } from '../join-mailboxes.ts'
import {
  claimMailboxes,
  createGate,
  endLease,
  type Gate,
  LostMailboxError,
  leaseMs,
  renewLease,
} from './leases.ts'
import type { ByCredential } from './open-by-credential.ts'
import { type Calls, createCalls, usualLookMs, watchOnce } from './session.ts'
import { changeWatched, readWatched, type Watched, type WatchServices } from './watched.ts'

/** Then no more are made, so that no provider locks the account. */
const mostRefusals = 3
const refusalPauseMs = minuteMs
const usualPauseMs = 5 * secondMs
const longestPauseMs = 10 * minuteMs
/** After a failure of Aman's own, for instance of its database: no mail server is to be spared. */
const longestOwnPauseMs = 10 * secondMs
/** How long running work may continue when the server stops. */
const graceMs = 3 * secondMs
/** Sign-ins at once, after a start. */
const mostOpening = 50
/** With one credential: so many refusals can come before the first is noticed. */
const mostWithCredential = 3

interface Running {
  readonly calls: Calls
  readonly stopping: AbortController
  readonly ended: Promise<void>
  askedAt: string | null
}

/** Watches the mailboxes that no other server watches, each with a connection of its own. */
export function startMailboxWorker(
  services: WatchServices,
  {
    everyMs = 2 * secondMs,
    refusedPauseMs = refusalPauseMs,
    firstPauseMs = usualPauseMs,
    lookEveryMs = usualLookMs,
    joinEveryMs = minuteMs,
  } = {},
): { stop(): Promise<void> } {
  const { database, clock, log, sealer } = services
  if (sealer === null) return { stop: async () => {} }
  const server = newId()
  const running = new Map<string, Running>()
  let renewedMs = performance.now()
  const shared = {
    services,
    server,
    sealer,
    ask: createJudge(services),
    // Ends before others may begin, whatever the clocks say.
    isHeld: () => performance.now() - renewedMs < leaseMs - 5 * secondMs,
    openGate: createGate(mostOpening),
    gatesOf: createGates(),
    tokens: createTokens(),
    refusedPauseMs,
    firstPauseMs,
    lookEveryMs,
  }
  let joinMs = performance.now()
  const work = startBackgroundWork({
    everyMs,
    graceMs,
    async run(stop) {
      const beganMs = performance.now()
      await renewLease(database, server, clock())
      renewedMs = beganMs
      if (beganMs >= joinMs) {
        joinMs = beganMs + joinEveryMs
        await joinMailboxes(services)
      }
      const claimed = await claimMailboxes(database, server, clock())
      if (stop.aborted) return
      const ids = new Set(claimed.map(({ id }) => id))
      for (const [id, { stopping }] of running) if (!ids.has(id)) stopping.abort()
      for (const { id, asked_at } of claimed) {
        const known = running.get(id)
        if (known === undefined) begin(id, asked_at)
        else if (known.askedAt !== asked_at) {
          known.askedAt = asked_at
          known.calls.call()
        }
      }
    },
    onFailure: (cause) => log('error', 'mailbox worker failed', { error: wordsForLog(cause) }),
  })
  const begin = (id: string, askedAt: string | null) => {
    const stopping = new AbortController()
    const calls = createCalls()
    const ended = watchAlways({ ...shared, mailboxId: id, calls, stop: stopping.signal }).finally(
      () => running.delete(id),
    )
    running.set(id, { calls, stopping, ended, askedAt })
  }
  return {
    async stop() {
      await work.stop()
      for (const { stopping } of running.values()) stopping.abort()
      const ended = Promise.all([...running.values()].map((session) => session.ended))
      // A mail server that does not answer must not hold up the stop.
      const cut = new AbortController()
      const limit = setTimeout(graceMs, undefined, { ref: false, signal: cut.signal })
      await Promise.race([ended, limit.catch(() => {})])
      cut.abort()
      await endLease(database, server).catch(() => {})
    },
  }
}

interface Always extends Omit<Watched, 'connection' | 'untouched'>, ByCredential {
  readonly services: Watched['services']
  readonly calls: Calls
  readonly stop: AbortSignal
  readonly openGate: Gate
  /** After a first failure; then it doubles. */
  readonly firstPauseMs: number
  readonly lookEveryMs: number
}

/** Connects again and again, each time after a longer pause. */
async function watchAlways({ openGate, firstPauseMs, ...session }: Always): Promise<void> {
  const { services, stop, calls, refusedPauseMs } = session
  stop.addEventListener('abort', calls.call)
  for (let failures = 1; !stop.aborted; failures += 1) {
    const beganMs = performance.now()
    try {
      await watchOnce(session, openGate)
    } catch (cause) {
      // The worker begins again when the database answers again.
      if (stop.aborted || cause instanceof LostMailboxError || !session.isHeld()) return
      // It had worked for a while.
      if (performance.now() - beganMs > minuteMs) failures = 1
      const isOver = await noteFailure(session, cause).catch(() => false)
      if (isOver) return
      const isOwn = !(cause instanceof MailServerError)
      const isRefused = !isOwn && ['password', 'credential'].includes(cause.problem)
      const pauseMs = isRefused ? refusedPauseMs : pauseAfter(failures, firstPauseMs, isOwn)
      if (!stop.aborted) await calls.next(pauseMs)
    }
  }
  services.log('info', 'mailbox left', { mailbox: session.mailboxId })
}

function pauseAfter(failures: number, firstMs: number, isOwn: boolean): number {
  const longestMs = isOwn ? longestOwnPauseMs : longestPauseMs
  const pauseMs = Math.min(longestMs, 2 ** (failures - 1) * firstMs)
  // Mailboxes of one provider do not come back all at once.
  return pauseMs * (0.75 + randomInt(1000) / 2000)
}

/** @returns whether no more tries are made */
async function noteFailure(
  session: Pick<Watched, 'services' | 'server' | 'mailboxId'>,
  cause: unknown,
): Promise<boolean> {
  const { database, log } = session.services
  const { mailboxId: mailbox } = session
  if (!(cause instanceof MailServerError)) {
    log('error', 'mailbox not watched', { mailbox, error: wordsForLog(cause) })
    return false
  }
  const { problem } = cause
  log('warning', 'mailbox not watched', { mailbox, problem, error: wordsForLog(cause.cause) })
  const row = await readWatched(session, database)
  const refusals = problem === 'password' ? row.refusals + 1 : row.refusals
  const isOver = refusals >= mostRefusals || problem === 'consent' || problem === 'unknown'
  await changeWatched(session, database, {
    problem,
    refusals,
    ...(isOver ? { state: 'refused' } : {}),
  })
  return isOver
}

function createGates(): ByCredential['gatesOf'] {
  const gates = new Map<string, ReturnType<ByCredential['gatesOf']>>()
  return (organizationId) => {
    const known = gates.get(organizationId)
    if (known !== undefined) return known
    const made = { signIn: createGate(mostWithCredential), blame: createGate(1) }
    gates.set(organizationId, made)
    return made
  }
}
