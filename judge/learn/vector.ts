import type { Features } from '../features/features.ts'
import { hashOf } from '../features/hash.ts'
import { wordPlaces } from '../features/words.ts'
import { domainOf, registeredDomain } from '../read/domain.ts'
import type { ReadMail } from '../read/read-mail.ts'
import { GapReader, writeGap } from './gaps.ts'

/** The places that a mail takes in a layer, each once, rising; no text can be made of them. */
export type Vector = Uint16Array

/** Longer mails say no more about what an organization gets. */
const mostPlaces = 4000
const mostTokens = 40
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

/** The gaps between the places: about 1.6 bytes for each. */
export function storeVector(vector: Vector): Uint8Array {
  const bytes: number[] = []
  let last = -1
  for (const place of vector) {
    writeGap(bytes, place - last - 1)
    last = place
  }
  return Uint8Array.from(bytes)
}

/** @throws RangeError for bytes that `storeVector` has not made */
export function openVector(bytes: Uint8Array): Vector {
  const places: number[] = []
  const reader = new GapReader(bytes)
  let place = -1
  while (reader.at < bytes.length) {
    place += reader.next() + 1
    if (place >= wordPlaces || places.length === mostPlaces + mostTokens)
      throw new RangeError('A vector has another size.')
    places.push(place)
  }
  return Uint16Array.from(places)
}
