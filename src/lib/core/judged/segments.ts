import { hostOf } from '../../../../judge/read/domain.ts'
import type { Link } from '../../../../judge/read/read-html.ts'

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
