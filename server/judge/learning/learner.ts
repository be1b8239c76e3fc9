import { startBackgroundWork } from '../../core/background-work.ts'
import { secondMs } from '../../core/clock.ts'
import { wordsForLog } from '../../core/log.ts'
import type { Services } from '../../http/services.ts'
import { learnOnce } from './learn-once.ts'

const lookEveryMs = 5 * secondMs
/** A run that is cut begins again, on any server. */
const shutdownGraceMs = 3 * secondMs

/** Learns in the background until it is stopped. */
export function startLearner(services: Pick<Services, 'database' | 'clock' | 'log' | 'sealer'>): {
  stop(): Promise<void>
} {
  return startBackgroundWork({
    everyMs: lookEveryMs,
    graceMs: shutdownGraceMs,
    run: (stop) => learnOnce(services, stop),
    onFailure: (cause) => services.log('error', 'learning failed', { error: wordsForLog(cause) }),
  })
}
