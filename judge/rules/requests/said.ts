import { plainForm } from '../../read/plain-form.ts'

/** A sentence that says something, and the part of it that does. */
export interface Said {
  /** As it stands in the mail, but with single spaces. */
  readonly said: string
  /** Holds all words that say it, at most 120 letters or a little more. */
  readonly words: string
}

/** The letters of a quotation, of which a place in the mail has no more than 200. */
const longest = 120

/** @param spans where the words stand in the plain form of the sentence, or in itself */
export function quote(
  said: string,
  spans: readonly Span[],
  of: 'plain form' | 'as said' = 'plain form',
): Said {
  if (said.length <= longest) return { said, words: said }
  const offsets =
    of === 'as said' ? Array.from({ length: said.length }, (_, at) => at) : offsetsOf(said)
  const found = spans
    .map(({ start, end }) => ({
      start: offsets[start] ?? 0,
      end: (offsets[end - 1] ?? said.length - 1) + 1,
    }))
    .toSorted((a, b) => a.start - b.start)
  const first = found[0]?.start ?? 0
  const last = Math.max(...found.map(({ end }) => end), first)
  if (last - first <= longest) return { said, words: cutOut(said, first, last) }
  // Too far apart for one piece, so that each has its own.
  const pieces = found.map(({ start, end }) => said.slice(start, Math.min(end, start + longest)))
  return { said, words: `…${[...new Set(pieces)].join(' … ')}…` }
}

export interface Span {
  readonly start: number
  readonly end: number
}

/** The words around a part, as many as fit, without half a word. */
function cutOut(said: string, start: number, end: number): string {
  const room = Math.floor((longest - (end - start)) / 2)
  const from = Math.max(0, Math.min(start - room, said.length - longest))
  const to = Math.min(said.length, from + longest)
  const isInside = (at: number) => at > 0 && at < said.length
  const before = said.slice(from, start)
  const after = said.slice(end, to)
  const left = isInside(from) ? `…${before.replace(/^\S*\s*/, '')}` : before
  const right = isInside(to) ? `${after.replace(/\s*\S*$/, '')}…` : after
  return `${left}${said.slice(start, end)}${right}`
}

/** Where each letter of the plain form stands in a text. */
function offsetsOf(said: string): readonly number[] {
  const offsets: number[] = []
  let at = 0
  for (const sign of said) {
    for (let left = plainForm(sign).length; left > 0; left -= 1) offsets.push(at)
    at += sign.length
  }
  return offsets
}
