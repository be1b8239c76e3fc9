import * as v from 'valibot'
import { givenLine, givenText, oneLine } from './basic.ts'
import { field } from './field.ts'
import type { FieldCode } from './field-errors.ts'
import { limits } from './limits.ts'

const pageFields = {
  limit: field(
    v.optional(
      v.pipe(
        v.union([
          v.number(),
          v.pipe(
            v.string(),
            v.regex(/^\d{1,6}$/, 'not_digits' satisfies FieldCode),
            v.transform(Number),
          ),
        ]),
        v.integer(),
        v.minValue(1),
        v.maxValue(limits.pageSize),
      ),
    ),
    `Rows in a page, at most ${limits.pageSize}; without it the list comes whole. A \`Link\` header with \`rel="next"\` leads to the next page.`,
    50,
  ),
  cursor: field(
    v.optional(v.pipe(givenText(limits.cursor), oneLine)),
    'The place in the list after which the page begins, from the `Link` header. It belongs to one list, sort and filter.',
    'WyJrM2pYOVFwYTFaWSIsIlJhbmlhIiwiMDE5OGEzYzIiXQ',
  ),
}

/** `q`, the text that a list is searched for. */
export const searchField = {
  q: field(
    v.optional(givenLine(limits.search)),
    'Finds rows that contain this text, whatever its case and accents.',
    'rania',
  ),
}

/** For lists that announce with `rel="search"` that the server searches them. */
export const searchedDescription =
  'The first page has a `Link` header with `rel="search"`, which says that search, filters and sort are applied. Its parameter `found` is the number of rows that they find, `total` the number without them.'

/** Stands for no organization where users are filtered by theirs. */
export const noOrganization = 'none'

/**
 * The input of a long list, an addition: with a `limit` it comes in pages, and a `Link` header with
 * `rel="next"` leads to the next one. Without any of it, it comes whole.
 * @param sorts what it may be sorted by
 * @param filters what else narrows it
 */
export function listInput<const Sort extends string, Filters extends v.ObjectEntries>(
  sorts: readonly Sort[],
  filters: Filters,
) {
  return v.optional(
    v.strictObject({
      ...pageFields,
      sort: field(v.optional(v.picklist(sorts)), 'What the list is sorted by.'),
      order: field(v.optional(v.picklist(['asc', 'desc'])), 'Ascending or descending.'),
      ...filters,
    }),
  )
}
