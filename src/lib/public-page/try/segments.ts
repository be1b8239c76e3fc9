import type { Link } from '../../../../judge/read/read-html.ts'

/** A part of a mail's text that is shown in one way. */
export interface Segment {
  readonly text: string
  /** The number of the reason that is about it. */
  readonly mark?: number
  readonly isLink?: boolean
  /** Ends here. */
  readonly endOfMark?: number
  /** Where the link leads that ends here; undefined where its text says the same. */
  readonly target?: string
}

/** A place that a reason names. */
export interface MarkedText {
  readonly number: number
  readonly text: string
}

interface Range {
  readonly start: number
  readonly end: number
}

type LinkRange = Range & { readonly target: string | undefined }
type MarkRange = Range & { readonly number: number }

export interface Segments {
  readonly segments: readonly Segment[]
  /** Links whose text is not in the part that is shown, or that have none. */
  readonly otherLinks: readonly Link[]
}

/**
 * Cuts a text where a link or a mark begins or ends.
 * @param links in the order of the mail
 */
export function segmentsOf(
  text: string,
  links: readonly Link[],
  marked: readonly MarkedText[],
): Segments {
  const { ranges, others } = rangesOfLinks(text, links)
  const marks = rangesOfMarks(text, marked)
  const cuts = [...ranges, ...marks].flatMap(({ start, end }) => [start, end])
  const points = [...new Set([0, text.length, ...cuts])].toSorted((a, b) => a - b)
  const segments: Segment[] = []
  for (const [index, start] of points.entries()) {
    const end = points[index + 1]
    if (end === undefined) break
    // Both are in order and do not overlap among themselves.
    const link = ranges.find((it) => it.start <= start && it.end >= end)
    const mark = marks.find((it) => it.start <= start && it.end >= end)
    segments.push({
      text: text.slice(start, end),
      ...(mark !== undefined && { mark: mark.number }),
      ...(mark?.end === end && { endOfMark: mark.number }),
      ...(link !== undefined && { isLink: true }),
      ...(link?.end === end && link.target !== undefined && { target: link.target }),
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
    const target = saysItself(link) ? undefined : link.target
    ranges.push({ start, end: from, target })
  }
  return { ranges, others }
}

export function saysItself({ text, target }: Link): boolean {
  return text.replace(/\/$/, '') === target.replace(/\/$/, '')
}

function rangesOfMarks(text: string, marked: readonly MarkedText[]): MarkRange[] {
  const ranges: MarkRange[] = []
  for (const { number, text: place } of marked) {
    const start = place === '' ? -1 : text.indexOf(place)
    const end = start + place.length
    const isFree = !ranges.some((it) => start < it.end && end > it.start)
    if (start !== -1 && isFree) ranges.push({ start, end, number })
  }
  return ranges.toSorted((a, b) => a.start - b.start)
}
