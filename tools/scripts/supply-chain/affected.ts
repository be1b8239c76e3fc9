import { compare, valid } from 'semver'
import * as v from 'valibot'

/*
 * Which versions an advisory concerns, in the form of OSV and by its rules
 * (https://ossf.github.io/osv-schema/#evaluation).
 */

/** Begins a range before every version, pre-releases included. */
const beginning = '0'

const version = v.pipe(
  v.string(),
  v.check(
    (text) => text === beginning || valid(text) !== null,
    ({ input }) => `'${input}' is not a version`,
  ),
)

const rangeEvent = v.strictObject({
  introduced: v.optional(version),
  fixed: v.optional(version),
  last_affected: v.optional(version),
})

export const affectedVersions = v.object({
  ranges: v.array(
    v.pipe(
      v.array(rangeEvent),
      v.check(
        (events) => events.some(({ introduced }) => introduced !== undefined),
        'a range needs an event with introduced',
      ),
    ),
  ),
  /** Single versions, for what no range describes. */
  versions: v.array(v.string()),
})

export type AffectedVersions = v.InferOutput<typeof affectedVersions>

const kinds = ['fixed', 'introduced', 'last_affected'] as const

interface Bound {
  readonly kind: (typeof kinds)[number]
  readonly at: string
}

export function isAffected(installed: string, { ranges, versions }: AffectedVersions): boolean {
  return versions.includes(installed) || ranges.some((range) => contains(range, installed))
}

/** The lowest version above the installed one that repairs it, or undefined if none is known. */
export function fixedVersion(installed: string, { ranges }: AffectedVersions): string | undefined {
  return ranges
    .filter((range) => contains(range, installed))
    .flatMap(boundsOf)
    .find(({ kind, at }) => kind === 'fixed' && order(at, installed) > 0)?.at
}

function contains(range: AffectedVersions['ranges'][number], installed: string): boolean {
  let isInside = false
  for (const { kind, at } of boundsOf(range)) {
    const distance = order(installed, at)
    if (kind === 'introduced' && distance >= 0) isInside = true
    if (kind === 'fixed' && distance >= 0) isInside = false
    if (kind === 'last_affected' && distance > 0) isInside = false
  }
  return isInside
}

/** Sorted by version; at the same one a range ends before the next begins, and ends after itself. */
function boundsOf(range: AffectedVersions['ranges'][number]): Bound[] {
  return range
    .flatMap((event) =>
      kinds.flatMap((kind) => (event[kind] === undefined ? [] : { kind, at: event[kind] })),
    )
    .sort(
      (one, other) =>
        order(one.at, other.at) || kinds.indexOf(one.kind) - kinds.indexOf(other.kind),
    )
}

function order(one: string, other: string): number {
  if (one === other) return 0
  if (one === beginning) return -1
  return other === beginning ? 1 : compare(one, other)
}
