import { wordPlaces } from '../features/words.ts'
import stored from './frozen.json' with { type: 'json' }
import { readPlane } from './planes.ts'
import { openVector, type Vector } from './vector.ts'

/** A mail with the shared judge's score. */
export interface JudgedVector {
  readonly vector: Vector
  readonly score: number
}

export interface StoredMail {
  /** Its vector, in base64. */
  readonly vector: string
  readonly score: number
}

function open({ vector, score }: StoredMail): JudgedVector {
  return { score, vector: openVector(bytesOf(vector)) }
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (it) => it.charCodeAt(0))
}

/**
 * Attacks that no training has seen, made by `npm run freeze`: those that guard what is learnt, and
 * others, which say how a layer moves attacks that the organization has not marked.
 */
export const guardingAttacks: readonly JudgedVector[] = stored.guarding.map(open)
export const strangeAttacks: readonly JudgedVector[] = stored.strange.map(open)

/** In how many of 100 ordinary mails each place stands, where it is a common word. */
export const commonWords: Uint8Array = readPlane(bytesOf(stored.words), 0, wordPlaces).plane
