import * as limits from './limits.ts'

const lineFeed = 10
const dash = 45
const linesOfStep = 50_000

/** What the parser gets of a mail, and what was left out. */
export interface CutMessage {
  readonly bytes: Uint8Array
  readonly isTooLarge: boolean
  readonly hasTooManyParts: boolean
}

/**
 * Shortens the parts of a mail before a library parses it: of each part the first
 * `limits.partBytes` stay, and the first `limits.partLines`. A line that begins with two dashes may end
 * a part, so it always stays. One pass over the bytes.
 */
export async function cutMessage(
  message: Uint8Array,
  pause?: () => Promise<void>,
): Promise<CutMessage> {
  const end = Math.min(message.length, limits.messageBytes)
  const bytes = new Uint8Array(Math.min(end, limits.parsedBytes))
  let length = 0
  let inPart = 0
  let lines = 0
  let untilPause = linesOfStep
  let dividers = 0
  let start = 0
  let isTooLarge = message.length > end
  while (start < end) {
    const found = message.indexOf(lineFeed, start)
    const next = found === -1 || found >= end ? end : found + 1
    const isDivider = message[start] === dash && message[start + 1] === dash
    if (isDivider) {
      inPart = 0
      lines = 0
      dividers += 1
      // Two dividers for each part are plenty: the last one of a list of parts ends it.
      if (dividers > limits.parts * 2) break
    }
    const size = next - start
    const kept = Math.min(size, roomFor(inPart, lines, bytes.length - length))
    bytes.set(message.subarray(start, start + kept), length)
    length += kept
    if (kept < size) {
      isTooLarge = true
      // The next line that stays is a divider, which has to begin a line.
      if (kept > 0) bytes[length - 1] = lineFeed
      if (length === bytes.length && isDivider) break
    }
    inPart += size
    lines += 1
    start = next
    untilPause -= 1
    if (untilPause === 0) {
      untilPause = linesOfStep
      await pause?.()
    }
  }
  const hasTooManyParts = dividers > limits.parts * 2
  return { bytes: bytes.subarray(0, length), isTooLarge, hasTooManyParts }
}

/** How many bytes of a line stay. */
function roomFor(inPart: number, lines: number, free: number): number {
  return lines < limits.partLines ? Math.max(0, Math.min(limits.partBytes - inPart, free)) : 0
}
