import type { Unread } from '../../../../judge/judgement.ts'
import { textLetters } from '../../../../judge/read/limits.ts'
import type { ReadMail } from '../../../../judge/read/read-mail.ts'
import type { Judged } from './judge-here.ts'

/** Checks that a page alone cannot make. */
type Unchecked =
  | Exclude<Unread, 'authentication' | 'pictures'>
  | 'sender'
  | 'organization'
  | 'links'
  | 'attachments'
  | 'pictures'
  | 'notInText'

/** Checks that were not made of a mail or a text, as the names of words. */
export function uncheckedOf({ kind, mail, judgement }: Judged): Unchecked[] {
  const found: Unchecked[] = judgement.unread.flatMap((it) =>
    it === 'authentication' || it === 'pictures' || isOfText(it, kind) ? [] : [it],
  )
  if (kind === 'text' && mail.text.length > textLetters) found.push('too_large')
  found.push(kind === 'text' ? 'notInText' : 'sender', 'organization')
  if (mail.links.length > 0) found.push('links')
  if (mail.attachments.length > 0) found.push('attachments')
  if (hasPictures(mail)) found.push('pictures')
  return found
}

/** A text never has a header, and what is short is not for that broken. */
function isOfText(unread: Unread, kind: Judged['kind']): boolean {
  return kind === 'text' && (unread === 'no_headers' || unread === 'no_text')
}

function hasPictures({ html, attachments }: ReadMail): boolean {
  return (html?.pictures ?? 0) > 0 || attachments.some(({ type }) => type.startsWith('image/'))
}
