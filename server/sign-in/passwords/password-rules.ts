import { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import { productName } from '../../../contract/core/product.ts'
import { passwordNotJudged } from '../../../contract/users/save-user.ts'
import { minuteMs, secondMs } from '../../core/clock.ts'
import { fold } from '../../core/fold.ts'
import { blockedUntil, invalidField } from '../../core/http-error.ts'
import { limitProcessor } from '../../core/limit-processor.ts'
import type { BreachedPasswords } from '../../core/ports.ts'

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

interface Strength {
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
async function measureStrength(password: string, known: readonly string[]): Promise<Strength> {
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

const product = productName.toLowerCase()
/** Shorter names occur inside ordinary words, so they count only as whole words. */
const shortestPart = 5
/** The highest score of zxcvbn: 10^10 guesses or more. */
const leastScore = 4
/** For the password reduced to letters and digits, as guessing programs also try it. */
const leastScoreOfLetters = 3

export interface Owner {
  readonly username: string
  readonly email: string
  readonly full_name: string
  /** Empty for a user without an organization. */
  readonly organization: string
}

/**
 * Checks a new password; the contract checks its length of 12 to 128 characters. It must be hard to
 * guess, even with knowledge of the user, the organization and the product, and must not contain the
 * username, the email address or the product's name, and must not be in the operator's list of
 * breached passwords. There is no rule about kinds of characters,
 * because such rules lead to `Password1234!`.
 * @throws HttpError 422
 */
export async function checkPassword(
  password: string,
  owner: Owner,
  breached: Pick<BreachedPasswords, 'has'>,
): Promise<void> {
  const plain = password.normalize('NFKC')
  const folded = plain.toLowerCase()
  const { username, email } = owner
  const forbidden = [
    [username, 'contains_username'],
    [email, 'contains_email'],
    [localPart(email), 'contains_email'],
    [product, 'contains_product'],
  ] as const
  for (const [word, code] of forbidden) {
    if (holds(folded, fold(word))) throw invalidField('password', code, {})
  }
  if (await breached.has(password)) throw invalidField('password', 'breached', {})
  await requireStrength(plain, leastScore, owner)
  const letters = lettersAndDigits(plain)
  if (letters !== plain) await requireStrength(letters, leastScoreOfLetters, owner)
}

async function requireStrength(password: string, least: number, owner: Owner): Promise<void> {
  const { score, warning } = await measureStrength(password, knownWords(owner))
  if (score >= least) return
  throw invalidField('password', 'too_easy_to_guess', { warning })
}

/** Names that an attacker tries first: whole, joined and split into words. */
function knownWords({ username, email, full_name, organization }: Owner): string[] {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const names = [username, email, localPart(email), domain, full_name, organization, product]
  const words = names.map(fold).flatMap((name) => {
    const parts = name.split(/[^\p{L}\p{N}]+/u)
    return [name, parts.join(''), parts.toReversed().join(''), ...parts]
  })
  return [...new Set(words)].filter((word) => word.length > 1)
}

function localPart(email: string): string {
  return email.slice(0, email.lastIndexOf('@'))
}

function lettersAndDigits(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function holds(password: string, word: string): boolean {
  if (word.length >= shortestPart) return password.includes(word)
  return word !== '' && password.split(/[^\p{L}]+/u).includes(word)
}
