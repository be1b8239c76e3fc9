import { limits } from '../../../contract/core/limits.ts'
import { emptyText, textTooLong } from '../../../contract/emails/check-mail.ts'
import { HttpError } from '../../core/http-error.ts'

/** A letter, digit or sign; blanks, controls and invisible characters alone are nothing to judge. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * The pasted text without the blanks around it.
 * @throws HttpError 422 if it is empty or too long
 */
export function requireText(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder().decode(bytes).trim()
  if (!visible.test(text)) throw new HttpError(emptyText, {})
  if ([...text].length > limits.checkedText) throw new HttpError(textTooLong, {})
  return new TextEncoder().encode(text)
}
