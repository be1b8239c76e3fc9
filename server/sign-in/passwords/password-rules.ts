import { productName } from '../../../contract/core/product.ts'
import { passwordNotJudged } from '../../../contract/users/save-user.ts'
import { minuteMs, secondMs } from '../../core/clock.ts'
import { fold } from '../../core/fold.ts'
import { blockedUntil, invalidField } from '../../core/http-error.ts'
import type { BreachedPasswords } from '../../core/ports.ts'
import { createThreads, ThreadError } from '../../core/threads.ts'

/**
 * Only the beginning is examined: the time grows more than quadratically with the length, and a
 * password with a strong beginning is strong.
 */
const examinedCharacters = 32
export interface Strength {
  /** The score of zxcvbn, from 0 to 4: 4 means 10^10 guesses or more. */
  readonly score: number
  /** Why the password is weak, in words; often empty. */
  readonly warning: string
}

/** As the thread gets it. */
export interface TriedPassword {
  readonly password: string
  /** Words that an attacker would try first, in addition to the dictionaries. */
  readonly known: readonly string[]
}

/** The dictionaries take about 80 MB, and new passwords are rare. */
const threads = createThreads<TriedPassword, Strength>(
  'password',
  new URL('./password-strength-worker.ts', import.meta.url),
  { most: 1, idleMs: minuteMs, mostProcessorMs: 15 * secondMs },
)

/**
 * Estimates with zxcvbn how many guesses a password takes. Runs in a thread, so that a password crafted
 * to be slow does not block other calls.
 * @throws HttpError 503 if the estimate takes too long
 */
async function measureStrength(password: string, known: readonly string[]): Promise<Strength> {
  const beginning = Array.from(password).slice(0, examinedCharacters).join('')
  try {
    return await threads.ask({ password: beginning, known })
  } catch (cause) {
    throw cause instanceof ThreadError ? blockedUntil(passwordNotJudged, {}, 5) : cause
  }
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
