import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { count, givenId, object, text } from '../fields/basic.ts'

export const receiptYears = [2024, 2025] as const
export const receiptMonths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

/** Numbers arrive as text in the path. */
const wholeNumber = v.union([
  v.number(),
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/, 'is not a whole number'), v.transform(Number)),
])

/** POST /admin/generate-receipt/{organization_id}/{year}/{month} (R212, R284, R365, R366). */
export const adminReceiptEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/generate-receipt/:organization_id/:year/:month',
  access: 'manage:receipts',
  input: v.strictObject({
    organization_id: givenId,
    year: v.pipe(wholeNumber, v.picklist(receiptYears)),
    month: v.pipe(wholeNumber, v.picklist(receiptMonths)),
  }),
  output: object({
    success: v.optional(v.boolean(), true),
    /** A signed link that works without a token until it expires. */
    receipt_url: v.pipe(v.string(), v.minLength(1)),
    /** In JOD. */
    total_cost: count,
    total_scans: count,
    message: text,
  }),
})
