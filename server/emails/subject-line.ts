import { storableLine } from '../../contract/core/basic.ts'
import { limits } from '../../contract/core/limits.ts'

/** Enough for what is kept, however much of it is removed. */
const longestRead = 4 * limits.mailSubject

/** A decoded subject as it is kept. */
export function subjectLine(decoded: string): string {
  const visible = storableLine(cut(decoded, longestRead)).replaceAll(/\p{Bidi_Control}/gu, '')
  return cut(visible.trim(), limits.mailSubject)
}

/** In code points. */
export function cut(text: string, longest: number): string {
  return text.length <= longest ? text : [...text.slice(0, 2 * longest)].slice(0, longest).join('')
}
