import * as v from 'valibot'
import { limits } from '../limits.ts'
import { givenLine, givenText, oneLine } from './basic.ts'

export const pageFields = {
  limit: v.optional(
    v.pipe(
      v.union([
        v.number(),
        v.pipe(v.string(), v.regex(/^\d{1,6}$/, 'is not a whole number'), v.transform(Number)),
      ]),
      v.integer(),
      v.minValue(1),
      v.maxValue(limits.pageSize),
    ),
  ),
  cursor: v.optional(v.pipe(givenText, oneLine, v.maxCodePoints(limits.id))),
}

/**
 * Parameters of a long list, an addition. With a `limit` the response is one page, and a `Link` header
 * with `rel="next"` leads to the next page; `q` searches. Without parameters it is the whole list.
 */
export const pageInput = v.optional(
  v.strictObject({
    ...pageFields,
    q: v.optional(v.pipe(givenLine, v.maxCodePoints(limits.search))),
  }),
)
