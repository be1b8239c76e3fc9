import type { Reason, Unread } from '../../../../judge/judgement.ts'
import { textLetters } from '../../../../judge/read/limits.ts'
import { reasonsAboutBuild } from '../../../../judge/reasons/codes.ts'
import { type Mark, withMarks } from '../../core/judged/marks.ts'
import type { Judged } from './judge-here.ts'

/** A reason, with the mark of its place in the part of the mail that is shown. */
export interface Finding {
  readonly reason: Reason
  readonly mark: Mark | undefined
}

export interface Findings {
  readonly against: readonly Finding[]
  readonly supporting: readonly Finding[]
}

/** The findings of a verdict, numbered where their place can be seen. */
export function findingsOf({ kind, judgement, mail }: Judged): Findings {
  // A text has no sender and no layout.
  const said = judgement.reasons
    .filter(({ code }) => kind === 'mail' || !reasonsAboutBuild.includes(code))
    .map((reason) => {
      const { target } = reason.values
      return { reason, place: reason.place, host: typeof target === 'string' ? target : undefined }
    })
  const numbered = withMarks(mail, said)
  return {
    against: numbered.filter(({ reason }) => reason.speaks === 'against'),
    supporting: numbered.filter(({ reason }) => reason.speaks === 'for'),
  }
}

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
  if (mail.html?.pictures || mail.attachments.some(({ type }) => type.startsWith('image/')))
    found.push('pictures')
  return found
}

/** A text never has a header, and what is short is not for that broken. */
function isOfText(unread: Unread, kind: Judged['kind']): boolean {
  return kind === 'text' && (unread === 'no_headers' || unread === 'no_text')
}
