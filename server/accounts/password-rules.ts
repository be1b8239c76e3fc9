import { Refusal } from '../http/refusals.ts'
import { isCommonPassword } from './common-passwords.ts'

const product = 'aman'
/** Shorter names are parts of ordinary words, and only count as words of their own. */
const shortestPart = 5
/** A password of this unit again and again is as weak as the unit. */
const longestUnit = 4

interface Owner {
  readonly username: string
  readonly email: string
}

/**
 * What a new password has to be besides 12 to 128 characters long, which the contract says:
 * neither one of the commonest, nor a few characters again and again, nor made of what anybody knows:
 * the person's username, their address, the product's name. There is no rule about kinds of
 * characters; such rules make people write `Password1234!`.
 * @throws Refusal 422
 */
export function checkPassword(password: string, { username, email }: Owner): void {
  const folded = fold(password)
  const plain = lettersAndDigits(folded)
  if (isCommonPassword(plain) || isRepetition(folded)) {
    throw refuse('is one of the commonest, which are guessed first')
  }
  const known: [string, string][] = [
    [username, 'the username'],
    [email, 'the email address'],
    [email.slice(0, email.lastIndexOf('@')), 'the email address'],
    [product, "the product's name"],
  ]
  for (const [word, name] of known) {
    if (holds(folded, fold(word))) throw refuse(`must not hold ${name}`)
  }
}

function refuse(words: string): Refusal {
  return new Refusal(422, `password: ${words}`)
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function lettersAndDigits(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function isRepetition(text: string): boolean {
  for (let length = 1; length <= longestUnit; length += 1) {
    const unit = text.slice(0, length)
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return true
  }
  return false
}

function holds(password: string, word: string): boolean {
  if (word.length >= shortestPart) return password.includes(word)
  return word !== '' && password.split(/[^\p{L}]+/u).includes(word)
}
