import type { Place } from '../../../../judge/judgement.ts'
import { hostOf } from '../../../../judge/read/domain.ts'
import type { Link } from '../../../../judge/read/read-html.ts'
import type { ReadMail } from '../../../../judge/read/read-mail.ts'

/** A part of a mail's text that is shown in one way. */
export interface Segment {
  readonly text: string
  /** The numbers of the reasons that are about it, the first found first. */
  readonly marks: readonly number[]
  readonly isLink?: boolean
  /** Those that end here. */
  readonly endsOfMarks: readonly number[]
  /** Where the link leads that ends here; undefined where its text says the same. */
  readonly target?: string
}

/** A place that a reason names. */
export interface MarkedText {
  readonly number: number
  readonly text: string
  /** A link, by its text or its address; of several the one that opens this host. */
  readonly isLink?: boolean
  readonly host?: string
}

interface Range {
  readonly start: number
  readonly end: number
}

type LinkRange = Range & { readonly link: Link }
type MarkRange = Range & { readonly number: number }

export interface Segments {
  readonly segments: readonly Segment[]
  /** Links whose text is not in the part that is shown, or that have none. */
  readonly otherLinks: readonly Link[]
}

/**
 * Cuts a text where a link or a mark begins or ends. Marks on the same words are drawn together.
 * @param links in the order of the mail
 */
export function segmentsOf(
  text: string,
  links: readonly Link[],
  marked: readonly MarkedText[],
): Segments {
  const { ranges, others } = rangesOfLinks(text, links)
  const marks = rangesOfMarks(text, marked, ranges)
  const cuts = [...ranges, ...marks].flatMap(({ start, end }) => [start, end])
  const points = [...new Set([0, text.length, ...cuts])].toSorted((a, b) => a - b)
  const segments: Segment[] = []
  for (const [index, start] of points.entries()) {
    const end = points[index + 1]
    if (end === undefined) break
    const holds = (it: Range) => it.start <= start && it.end >= end
    const range = ranges.find(holds)
    const about = marks.filter(holds)
    const isEnd = range?.end === end && !saysItself(range.link)
    segments.push({
      text: text.slice(start, end),
      marks: about.map(({ number }) => number),
      endsOfMarks: about.filter((it) => it.end === end).map(({ number }) => number),
      ...(range !== undefined && { isLink: true }),
      ...(isEnd && { target: range.link.target }),
    })
  }
  return { segments, otherLinks: others }
}

/** The text of each link is looked for after that of the one before. */
function rangesOfLinks(text: string, links: readonly Link[]) {
  const ranges: LinkRange[] = []
  const others: Link[] = []
  let from = 0
  for (const link of links) {
    const start = link.text === '' ? -1 : text.indexOf(link.text, from)
    if (start === -1) {
      others.push(link)
      continue
    }
    from = start + link.text.length
    ranges.push({ start, end: from, link })
  }
  return { ranges, others }
}

export function saysItself({ text, target }: Link): boolean {
  return text.replace(/\/$/, '') === target.replace(/\/$/, '')
}

/** Letters of a link's address by which a reason names it. */
const longestTarget = 200

/** Whether a mark is about a link. */
export function isAbout({ text, host }: Pick<MarkedText, 'text' | 'host'>, link: Link): boolean {
  const isNamed =
    text === link.text.slice(0, longestTarget) || text === link.target.slice(0, longestTarget)
  return isNamed && (host === undefined || hostOf(link.target).endsWith(host))
}

function rangesOfMarks(
  text: string,
  marked: readonly MarkedText[],
  links: readonly LinkRange[],
): MarkRange[] {
  const find = findIn(text)
  return marked.flatMap((mark) => {
    const range =
      mark.isLink === true ? links.find(({ link }) => isAbout(mark, link)) : find(mark.text)
    return range === undefined ? [] : [{ start: range.start, end: range.end, number: mark.number }]
  })
}

/** Finds a piece of a text, which has single spaces where the text may have more, or new lines. */
function findIn(text: string): (piece: string) => Range | undefined {
  let collapsed = ''
  const places: number[] = []
  for (const { 0: run, index } of text.matchAll(/\s+|\S+/g)) {
    const shown = /\s/.test(run[0] ?? '') ? ' ' : run
    for (let at = 0; at < shown.length; at += 1) places.push(index + at)
    collapsed += shown
  }
  return (piece) => {
    const wanted = piece.replace(/\s+/g, ' ').trim()
    const at = wanted === '' ? -1 : collapsed.indexOf(wanted)
    const [start, last] = [places[at], places[at + wanted.length - 1]]
    return at === -1 || start === undefined || last === undefined
      ? undefined
      : { start, end: last + 1 }
  }
}

/** Letters of the text that are shown; more would only slow the page down. */
export const longestText = 10_000
export const mostOtherLinks = 50
export const mostFiles = 20
export const mostMailboxes = 5

export function shownText({ text }: ReadMail): string {
  return text.slice(0, longestText)
}

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
