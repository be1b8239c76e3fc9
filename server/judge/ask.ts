import type { JudgeHealth } from '../../contract/core/ready.ts'
import { judgeBusy } from '../../contract/judge/analyse-mail.ts'
import type { Judgement } from '../../judge/judgement.ts'
import { minuteMs } from '../core/clock.ts'
import { createFairQueue } from '../core/fair-queue.ts'
import { blockedUntil } from '../core/http-error.ts'
import type { Log } from '../core/log.ts'
import { wordsOfCause } from '../core/start-error.ts'
import type { Services } from '../http/services.ts'
import { keepPending } from './learning/keep-pending.ts'
import { readState } from './learning/state.ts'
import { judgeInThread, judgingThreads } from './threads.ts'
import { createKnowledge, type KnownOfMail, nothingKnown } from './worker-knowledge.ts'

/** Longer than an idle thread stays, so that a server without mail has its memory back in between. */
const probeEveryMs = 30 * minuteMs
const retryMs = minuteMs

/**
 * Whether the judge of this process works. Mails of users and gateways show that it does. One that fails
 * may be at fault itself, so a mail of its own is then judged, and also where none came for long.
 * @param probe judges that mail
 */
function watchJudge(probe: () => Promise<unknown>) {
  let health: JudgeHealth = 'untried'
  let dueAt = 0
  let failures = 0
  let isProbing = false

  async function note<Result>(judging: Promise<Result>): Promise<Result> {
    try {
      const result = await judging
      health = 'works'
      dueAt = performance.now() + probeEveryMs
      return result
    } catch (cause) {
      failures += 1
      dueAt = 0
      throw cause
    }
  }

  async function probeIfDue(log: Log): Promise<void> {
    if (isProbing || performance.now() < dueAt) return
    isProbing = true
    try {
      await probe()
    } catch (cause) {
      log('error', 'judge fails', { reason: wordsOfCause(cause) })
      health = 'fails'
      dueAt = performance.now() + retryMs
    }
    isProbing = false
  }

  return {
    /** Counts what came of a mail; the caller gets its error. */
    note,
    /** The state known now. It begins a probe that is due, and the next answer has its outcome. */
    read(log: Log = () => {}): JudgeHealth {
      void probeIfDue(log)
      return health
    },
    /** Mails since the start of this process, probes among them. */
    failures: () => failures,
  }
}

/** How many honest mails in 1,000 may be marked, where no organization has chosen. */
const usualPerThousand = 10
/** The limit of one organization, for each thread: a gateway waits a second for its answer. */
const mostWaitingMicroseconds = 1_000_000
const dearMicroseconds = 100_000

interface Asked {
  /** Its bytes are gone once it is judged. */
  readonly mail: Uint8Array<ArrayBuffer>
  /** The organization whose knowledge counts; null for a user without one. */
  readonly organizationId: string | null
  /** The mail is a text that a user pasted. */
  readonly isPasted?: boolean
  /** The share that the organization has chosen. */
  readonly perThousand?: number
  /** The gateway's findings about the sender, and the recipient. */
  readonly facts?: KnownOfMail
  /** The mail is on its way to the organization, which learns from it once its verdict has come. */
  readonly teaches?: boolean
}

export type AskJudge = (asked: Asked) => Promise<Judgement>

/**
 * All threads of the process are one queue, so that no organization gets more of their time than another.
 * Content is in memory until it is judged.
 */
const queue = createFairQueue({
  running: judgingThreads,
  mostWork: mostWaitingMicroseconds * judgingThreads,
  dearFrom: dearMicroseconds,
  tooMany: () => blockedUntil(judgeBusy, {}, 1),
})

export function createJudge(
  services: Pick<Services, 'database' | 'clock' | 'log' | 'sealer'>,
): AskJudge {
  const knowledge = createKnowledge(services)
  return async ({ mail, organizationId, facts = {}, ...asked }) => {
    const { isPasted = false, perThousand = usualPerThousand, teaches = false } = asked
    const known = organizationId === null ? nothingKnown : await knowledge(organizationId)
    const layer =
      organizationId === null ? undefined : (await readState(services, organizationId)).layer
    const question = { mail, known, facts, isPasted, perThousand, layer, teaches }
    const judge = () => watch.note(judgeInThread(question))
    const { judgement, taught } = await queue.run(organizationId ?? '', judge, estimateWork(mail))
    if (organizationId !== null && taught !== undefined) {
      await keepPending(services, organizationId, taught)
    }
    return judgement
  }
}

/** Small, and none that a user or gateway could send. */
const probeMail = new TextEncoder().encode(
  'From: judge@aman.invalid\r\nSubject: Probe\r\n\r\nProbe\r\n',
)

const watch = watchJudge(() =>
  queue.run('probe', () => {
    const mail = probeMail.slice()
    const question = {
      known: nothingKnown,
      facts: {},
      isPasted: false,
      perThousand: usualPerThousand,
    }
    return watch.note(judgeInThread({ ...question, mail }))
  }),
)

export const judgeHealth = watch.read
export const judgeFailures = watch.failures

/** Analyses of gateways and checks of users that wait for a thread of this process. */
export const waitingAnalyses = queue.waitingTasks

/** A rough estimate, in microseconds, of a thread's work for a mail: by its length. */
function estimateWork({ length }: Uint8Array): number {
  return 2000 + 0.1 * Math.min(length, 256 * 1024) + 0.01 * length
}
