import type { Features } from '../features/features.ts'
import { hashOf } from '../features/hash.ts'
import { wordPlaces } from '../features/words.ts'
import { domainOf, registeredDomain } from '../read/domain.ts'
import type { ReadMail } from '../read/read-mail.ts'

/** The places that a mail takes in a layer, each once, rising; no text can be made of them. */
export type Vector = Uint16Array

/** Longer mails say no more about what an organization gets. */
const mostPlaces = 4000
/** A sender's word speaks as loudly as several of the text. */
const headers = ['list-id', 'x-mailer', 'user-agent'] as const

/** The words of a mail, and what tells its sender, its list and the program that wrote it. */
export function vectorOf(mail: ReadMail, { places }: Pick<Features, 'places'>): Vector {
  const all = new Set<number>(places.subarray(0, mostPlaces))
  for (const token of tokensOf(mail)) all.add(hashOf(`l:${token}`) % wordPlaces)
  return Uint16Array.from(all).sort()
}

function* tokensOf({ from, replyTo, headers: found }: ReadMail): Generator<string> {
  const domain = domainOf(from.address)
  yield `address ${from.address.toLowerCase()}`
  yield `domain ${registeredDomain(domain)}`
  yield `host ${domain}`
  yield `name ${from.name.toLowerCase()}`
  yield `answer ${registeredDomain(domainOf(replyTo[0]?.address ?? ''))}`
  for (const key of headers) {
    const value = found.find((it) => it.key === key)?.value ?? ''
    const words = value.toLowerCase().match(/[\p{L}][\p{L}\p{N}.-]*/gu) ?? []
    for (const word of words.slice(0, 6)) yield `${key} ${word}`
  }
}

/** Two bytes for each place. */
export function storeVector(vector: Vector): Uint8Array {
  const bytes = new Uint8Array(vector.length * 2)
  const view = new DataView(bytes.buffer)
  for (const [at, place] of vector.entries()) view.setUint16(at * 2, place, true)
  return bytes
}

/** @throws RangeError for bytes that `storeVector` has not made */
export function openVector(bytes: Uint8Array): Vector {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = bytes.length / 2
  if (!Number.isInteger(length) || length > mostPlaces + 40)
    throw new RangeError('A vector has another length.')
  const vector = Uint16Array.from({ length }, (_, at) => view.getUint16(at * 2, true))
  if (vector.some((place, at) => at > 0 && place <= (vector[at - 1] ?? 0)))
    throw new RangeError('The places of a vector rise.')
  return vector
}
