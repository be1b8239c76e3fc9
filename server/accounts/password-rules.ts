import { productName } from '../../contract/product.ts'
import { fold } from '../core/fold.ts'
import { HttpError } from '../http/http-error.ts'
import { measureStrength } from './password-strength.ts'

const product = productName.toLowerCase()
/** Shorter names are parts of ordinary words, and only count as words of their own. */
const shortestPart = 5
/** Of zxcvbn's five scores the highest: ten thousand million guesses or more. */
const leastScore = 4
/** With everything but letters and digits taken out, as guessers do too. */
const leastScoreOfLetters = 3
const advice = 'Use several unrelated words, or let a password manager make one.'

export interface Owner {
  readonly username: string
  readonly email: string
  readonly full_name: string
  /** Empty for a person who belongs to no organization. */
  readonly organization: string
}

/**
 * What a new password has to be besides 12 to 128 characters long, which the contract says: hard to
 * guess, also for a guesser who knows the person, their organization and the product, and without
 * the person's username, their address and the product's name. There is no rule about kinds of
 * characters; such rules make people write `Password1234!`.
 * @throws HttpError 422
 */
export async function checkPassword(password: string, owner: Owner): Promise<void> {
  const plain = password.normalize('NFKC')
  const folded = plain.toLowerCase()
  const { username, email } = owner
  const forbidden: [string, string][] = [
    [username, 'the username'],
    [email, 'the email address'],
    [localPart(email), 'the email address'],
    [product, "the product's name"],
  ]
  for (const [word, name] of forbidden) {
    if (holds(folded, fold(word))) throw refuse(`must not hold ${name}`)
  }
  await requireStrength(plain, leastScore, owner)
  const letters = lettersAndDigits(plain)
  if (letters !== plain) await requireStrength(letters, leastScoreOfLetters, owner)
}

async function requireStrength(password: string, least: number, owner: Owner): Promise<void> {
  const { score, warning } = await measureStrength(password, knownWords(owner))
  if (score >= least) return
  throw refuse(['is too easy to guess.', warning, advice].filter((words) => words !== '').join(' '))
}

/** What a guesser tries first: each name whole, joined, and its words. */
function knownWords({ username, email, full_name, organization }: Owner): string[] {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const names = [username, email, localPart(email), domain, full_name, organization, product]
  const words = names.map(fold).flatMap((name) => {
    const parts = name.split(/[^\p{L}\p{N}]+/u)
    return [name, parts.join(''), parts.toReversed().join(''), ...parts]
  })
  return [...new Set(words)].filter((word) => word.length > 1)
}

function refuse(words: string): HttpError {
  return new HttpError(422, `password: ${words}`)
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
