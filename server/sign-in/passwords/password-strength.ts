import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import { passwordNotJudged } from '../../../contract/users/save-user.ts'
import { minuteMs, secondMs } from '../../core/clock.ts'
import { blockedUntil } from '../../core/http-error.ts'
import { limitProcessor } from '../../core/limit-processor.ts'

/**
 * Only the beginning is examined: the time grows more than quadratically with the length, and a
 * password with a strong beginning is strong.
 */
const examinedCharacters = 32
/** Far more than any password needs of the processor. */
const mostProcessorMs = 15 * secondMs
/** The worker stops after this time: its dictionaries take about 80 MB, and new passwords are rare. */
const idleMs = minuteMs

const answerSchema = v.object({ id: v.number(), score: v.number(), warning: v.string() })

export interface Strength {
  /** The score of zxcvbn, from 0 to 4: 4 means 10^10 guesses or more. */
  readonly score: number
  /** Why the password is weak, in words; often empty. */
  readonly warning: string
}

let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined
let asked = 0

/**
 * Estimates with zxcvbn how many guesses a password takes. Runs in a worker thread, so that a password
 * crafted to be slow does not block other calls.
 * @param known words that an attacker would try first, in addition to the dictionaries
 * @throws HttpError 503 if the estimate takes too long
 */
export async function measureStrength(
  password: string,
  known: readonly string[],
): Promise<Strength> {
  asked += 1
  const id = asked
  const thread = worker ?? startWorker()
  const beginning = Array.from(password).slice(0, examinedCharacters).join('')
  clearTimeout(idle)
  const { promise, resolve, reject } = Promise.withResolvers<Strength>()
  const listen = (message: unknown) => {
    const answer = v.parse(answerSchema, message)
    if (answer.id === id) resolve(answer)
  }
  const stopWatch = limitProcessor(thread, mostProcessorMs, () => {
    stopWorker(thread)
    reject(blockedUntil(passwordNotJudged, {}, 5))
  })
  thread.on('message', listen).on('error', reject)
  thread.postMessage({ id, password: beginning, known })
  return promise.finally(() => {
    stopWatch()
    thread.off('message', listen).off('error', reject)
    clearTimeout(idle)
    idle = setTimeout(() => stopWorker(thread), idleMs).unref()
  })
}

function startWorker(): Worker {
  const thread = new Worker(new URL('./password-strength-worker.ts', import.meta.url))
  thread.unref()
  thread.setMaxListeners(0)
  worker = thread
  thread.on('exit', () => stopWorker(thread))
  return thread
}

function stopWorker(thread: Worker): void {
  if (worker === thread) worker = undefined
  void thread.terminate()
}
