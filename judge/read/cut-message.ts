import * as limits from './limits.ts'

const lineFeed = 10
const dash = 45

/** What the parser gets of a mail, and what was left out. */
export interface CutMessage {
  readonly bytes: Uint8Array
  readonly isTooLarge: boolean
  readonly hasTooManyParts: boolean
}

/**
 * Shortens the parts of a mail before a library parses it: of each part the first
 * `limits.partBytes` stay. A line that begins with two dashes may end a part, so it always stays.
 * One pass over the bytes.
 */
export function cutMessage(message: Uint8Array): CutMessage {
  const end = Math.min(message.length, limits.messageBytes)
  const bytes = new Uint8Array(Math.min(end, limits.parsedBytes))
  let length = 0
  let inPart = 0
  let dividers = 0
  let start = 0
  let isTooLarge = message.length > end
  while (start < end) {
    const found = message.indexOf(lineFeed, start)
    const next = found === -1 || found >= end ? end : found + 1
    const isDivider = message[start] === dash && message[start + 1] === dash
    if (isDivider) {
      inPart = 0
      dividers += 1
      // Two dividers for each part are plenty: the last one of a list of parts ends it.
      if (dividers > limits.parts * 2) break
    }
    const size = next - start
    const room = Math.min(limits.partBytes - inPart, bytes.length - length)
    if (size <= room) {
      bytes.set(message.subarray(start, next), length)
      length += size
    } else {
      isTooLarge = true
      if (bytes.length - length < size && isDivider) break
    }
    inPart += size
    start = next
  }
  const hasTooManyParts = dividers > limits.parts * 2
  return { bytes: bytes.subarray(0, length), isTooLarge, hasTooManyParts }
}
