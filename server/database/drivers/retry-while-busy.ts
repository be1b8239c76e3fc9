import { setTimeout } from 'node:timers/promises'
import { secondMs } from '../../core/clock.ts'
import { isBusy } from './database-error.ts'

const timeoutMs = 30 * secondMs
const pauseMs = 100

/** Retries while another process holds the database, as in two concurrent first starts. */
export async function retryWhileBusy<Result>(task: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + timeoutMs
  for (;;) {
    try {
      return await task()
    } catch (cause) {
      if (!isBusy(cause) || performance.now() > end) throw cause
      await setTimeout(pauseMs)
    }
  }
}
