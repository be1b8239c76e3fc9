import type { JudgeHealth } from '../../contract/core/ready.ts'
import { minuteMs } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import { wordsOfCause } from '../core/start-error.ts'

/** Longer than an idle thread stays, so that a server without mail has its memory back in between. */
const probeEveryMs = 30 * minuteMs
const retryMs = minuteMs

/**
 * Whether the judge of this process works. Mails of users and gateways show that it does. One that fails
 * may be at fault itself, so a mail of its own is then judged, and also where none came for long.
 * @param probe judges that mail
 */
export function watchJudge(probe: () => Promise<unknown>) {
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
