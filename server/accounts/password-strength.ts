import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import { minuteMs, secondMs } from '../core/clock.ts'
import { blockedUntil } from '../http/http-error.ts'

/**
 * So much of a password is looked at. The time grows with the square of the length and more, and a
 * password whose beginning is strong is strong.
 */
const examinedCharacters = 32
/** Far more than the beginning of any password takes, on a busy machine too. */
const longestMs = 15 * secondMs
/** The dictionaries take some 80 MB, and new passwords are rare. */
const idleMs = minuteMs

const answerSchema = v.object({ id: v.number(), score: v.number(), warning: v.string() })

export interface Strength {
  /** From 0 to 4, as zxcvbn counts: 4 takes ten thousand million guesses or more. */
  readonly score: number
  /** What is weak about it, in words; often empty. */
  readonly warning: string
}

let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined
let asked = 0

/**
 * How many guesses a password takes, judged by zxcvbn in a thread of its own, so that a password
 * made to be slow keeps no other call waiting.
 * @param known words that a guesser would try first, besides those of the dictionaries
 * @throws HttpError 503 when the judgement takes too long
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
  const deadline = setTimeout(() => {
    stopWorker(thread)
    reject(blockedUntil(503, 'The password could not be judged in time. Try again.', 5))
  }, longestMs)
  thread.on('message', listen).on('error', reject)
  thread.postMessage({ id, password: beginning, known })
  return promise.finally(() => {
    clearTimeout(deadline)
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
