import type { Place, Reason } from '../../../../judge/judgement.ts'
import type { ReadMail } from '../../../../judge/read/read-mail.ts'
import { reasonsAboutBuild } from '../../../../judge/reasons/codes.ts'
import type { Judged } from './judge-here.ts'
import { isAbout, type MarkedText, segmentsOf } from './segments.ts'
import { mostFiles, mostMailboxes, mostOtherLinks, shownText } from './shown-parts.ts'

/** A reason's number beside the verdict, and its place in the mail. */
export interface Mark extends MarkedText {
  readonly part: Place['part']
}

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
  const said = judgement.reasons.filter(
    ({ code }) => kind === 'mail' || !reasonsAboutBuild.includes(code),
  )
  let number = 1
  const numbered = said.map((reason) => {
    const mark = markOf(reason, number)
    if (mark === undefined || !isShown(mail, mark)) return { reason, mark: undefined }
    number += 1
    return { reason, mark }
  })
  return {
    against: numbered.filter(({ reason }) => reason.speaks === 'against'),
    supporting: numbered.filter(({ reason }) => reason.speaks === 'for'),
  }
}

function markOf({ place, values }: Reason, number: number): Mark | undefined {
  if (place === undefined) return undefined
  if (place.part !== 'link') return { ...place, number }
  const { target } = values
  return { ...place, number, isLink: true, ...(typeof target === 'string' && { host: target }) }
}

function isShown(mail: ReadMail, mark: Mark): boolean {
  switch (mark.part) {
    case 'from':
      return mail.from.name !== '' || mail.from.address !== ''
    case 'reply-to':
      return mail.replyTo
        .slice(0, mostMailboxes)
        .some(({ address }) => address.startsWith(mark.text))
    case 'subject':
      return isMarked(segmentsOf(mail.subject, [], [mark]).segments)
    case 'attachment':
      return mail.attachments.slice(0, mostFiles).some(({ name }) => name === mark.text)
    default: {
      const { segments, otherLinks } = segmentsOf(shownText(mail), mail.links, [mark])
      const listed = mark.isLink === true ? otherLinks.slice(0, mostOtherLinks) : []
      return isMarked(segments) || listed.some((link) => isAbout(mark, link))
    }
  }
}

function isMarked(segments: readonly { readonly marks: readonly number[] }[]): boolean {
  return segments.some(({ marks }) => marks.length > 0)
}
