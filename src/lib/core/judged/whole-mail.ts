import { pause } from '../ui-state/pause.ts'

const headerLine = /[A-Za-z][\w-]{0,200}:.*\r?\n/y
const folded = /[ \t].*\r?\n/y
const cutLine = /(?:[A-Za-z][\w-]{0,200}:|[ \t]).*$/y
const blank = /[^\S\r\n]*\r?\n/y
/** Letters that are searched for the end of the header. */
const longestHeader = 300_000

/**
 * A pasted text with the lines of its header, as 'Show original' of a mail program and a forwarded mail
 * have them, is a whole mail; undefined for any other.
 */
export function wholeMailIn(text: string): string | undefined {
  const mail = text.trimStart()
  const lines = headerOf(mail.slice(0, longestHeader), mail.length > longestHeader)
  return lines !== undefined && /^(?:from|received):/im.test(lines) ? mail : undefined
}

/** Line by line: a pattern for all of them overflows its stack where they are very many. */
function headerOf(start: string, goesOn: boolean): string | undefined {
  let header: string | undefined
  let at = 0
  while (at < start.length) {
    const next = endOf(headerLine, start, at) ?? (at > 0 ? endOf(folded, start, at) : undefined)
    const end = at > 0 ? endOf(blank, start, at) : undefined
    if (end !== undefined) header = start.slice(0, end)
    if (next === undefined) break
    at = next
  }
  const isCut = at === start.length || endOf(cutLine, start, at) !== undefined
  return goesOn && isCut ? start : header
}

/** Where a line of this kind ends that begins here. */
function endOf(line: RegExp, text: string, from: number): number | undefined {
  line.lastIndex = from
  return line.test(text) ? line.lastIndex : undefined
}

const pieceLetters = 1_000_000

/** A text as UTF-8, whose page can answer its reader meanwhile. */
export async function encodeText(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = at + pieceLetters
    // A pair of units is one letter.
    if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end -= 1
    pieces.push(encoder.encode(text.slice(at, end)))
    await pause()
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}
