import type { Question } from './judge-here.ts'

/** Lines of a header, as 'Show original' of a mail program and a forwarded mail have them. */
const header = /^\s*(?:[A-Za-z][\w-]*:.*(?:\r?\n[ \t].*)*\r?\n)+\s*\r?\n/

/** A pasted text; with the lines of its header it is a whole mail. */
export function questionOfText(text: string): Question {
  const [lines] = header.exec(text) ?? []
  return lines !== undefined && /^(?:from|received|return-path):/im.test(lines)
    ? { kind: 'mail', bytes: new TextEncoder().encode(text.trimStart()) }
    : { kind: 'text', text: text.trim() }
}
