import type { Place } from '../../../../judge/judgement.ts'
import type { ReadMail } from '../../../../judge/read/read-mail.ts'
import { isAbout, type MarkedText, segmentsOf } from './segments.ts'
import { mostFiles, mostMailboxes, mostOtherLinks, shownText } from './shown-parts.ts'

/** A reason's number beside the verdict, and its place in the mail. */
export interface Mark extends MarkedText {
  readonly part: Place['part']
}

/** Something that may have a place in a mail. */
interface Placed {
  readonly place: Place | undefined
  /** The host that a link opens, if the reason names it. */
  readonly host: string | undefined
}

/** Adds marks, numbered in their order, to those whose place is in the part of the mail that is shown. */
export function withMarks<Reason extends Placed>(
  mail: ReadMail,
  reasons: readonly Reason[],
): (Reason & { readonly mark: Mark | undefined })[] {
  let number = 1
  return reasons.map((reason) => {
    const mark = markOf(reason, number)
    if (mark === undefined || !isShown(mail, mark)) return { ...reason, mark: undefined }
    number += 1
    return { ...reason, mark }
  })
}

function markOf({ place, host }: Placed, number: number): Mark | undefined {
  if (place === undefined) return undefined
  if (place.part !== 'link') return { ...place, number }
  return { ...place, number, isLink: true, ...(host !== undefined && { host }) }
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
