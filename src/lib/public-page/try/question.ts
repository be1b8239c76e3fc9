import { encodeText, wholeMailIn } from '../../core/judged/whole-mail.ts'
import type { Question } from './judge-here.ts'

/** A pasted text; with the lines of its header it is a whole mail. */
export async function questionOfText(text: string): Promise<Question> {
  const mail = wholeMailIn(text)
  return mail === undefined
    ? { kind: 'text', text: text.trim() }
    : { kind: 'mail', bytes: await encodeText(mail) }
}
