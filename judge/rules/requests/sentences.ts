import { plainForm } from '../../read/plain-form.ts'
import type { ReadMail } from '../../read/read-mail.ts'

/** A sentence as it stands in the mail, and in the form in which phrases look for it. */
export interface Sentence {
  readonly said: string
  readonly plain: string
}

const mostLetters = 10_000
const mostSentences = 200
const longestSentence = 600

/** Where the mail that is answered or forwarded begins; what others wrote there asks for nothing now. */
const quoted =
  /^(?:>|-{2,} ?(?:original|forwarded) message|on .{5,80} wrote:|from: .{3,}|_{10,}|من: .{3,}|-{2,} ?(?:الرسالة الأصلية|رسالة محولة)|(?:في|بتاريخ) .{5,80} كتب)/im

/** The sender's own text, without quotations; at most 10,000 letters. */
export function ownTextOf({ text }: ReadMail): string {
  const start = text.slice(0, mostLetters)
  const end = quoted.exec(start)?.index ?? start.length
  return end < 20 ? start : start.slice(0, end)
}

/** The sentences of a mail, subject first; at most 200. */
export function sentencesOf(mail: ReadMail): Sentence[] {
  return [mail.subject, ...ownTextOf(mail).split(/(?<=[.!?؟…])\s+|[\n\r;؛]+/)]
    .flatMap((it) => cut(it.replace(/\s+/g, ' ').trim()))
    .filter((it) => it.length > 3)
    .slice(0, mostSentences)
    .map((said) => ({ said, plain: plainForm(said) }))
}

/** A text without full stops is cut where it may be, with some words on both sides. */
function cut(text: string): string[] {
  if (text.length <= longestSentence) return [text]
  const parts: string[] = []
  for (let at = 0; at < text.length; at += longestSentence - 100)
    parts.push(text.slice(at, at + longestSentence))
  return parts
}
