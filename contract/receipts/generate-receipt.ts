import * as v from 'valibot'
import { count, givenId, givenText, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { foldDigits } from '../core/digits.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import type { FieldCode } from '../core/field-errors.ts'
import { limits } from '../core/limits.ts'

export const receiptYears = [2024, 2025] as const
export const receiptMonths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

/** Numbers arrive as text in the path. */
const wholeNumber = v.union([
  v.number(),
  v.pipe(
    givenText(limits.time),
    v.transform(foldDigits),
    v.regex(/^[1-9]\d{0,3}$/, 'not_digits' satisfies FieldCode),
    v.transform(Number),
  ),
])

/** POST /admin/generate-receipt/{organization_id}/{year}/{month} (R212, R284, R365, R366). */
export const generateReceiptEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/generate-receipt/:organization_id/:year/:month',
  access: 'manage:receipts',
  takesLocale: true,
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

export const unknownOrganization = defineError({
  code: 'unknown_organization',
  status: 404,
  description: 'There is no such organization',
  params: noParams,
  sentence: () => 'There is no such organization',
})

export const monthNotOver = defineError({
  code: 'month_not_over',
  status: 409,
  description: 'The month is not over',
  params: v.object({ year: v.number(), month: v.number() }),
  example: { year: 2025, month: 12 },
  sentence({ year, month }) {
    const period = new Date(Date.UTC(year, month - 1)).toLocaleDateString('en', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    return `${period} is not over yet, so its scans still change`
  },
})

export const generateReceiptCall = describeCall(generateReceiptEndpoint, {
  summary: 'The receipt of a month',
  description:
    'Issues the receipt of a month, or a supplement for mail that was reported after it, or finds the latest of them again.',
  tag: 'Administration',
  fields: [
    {
      organization_id: 'The organization that pays.',
      year: 'The year of the month.',
      month: 'The month, from 1; it is over.',
      receipt_url: {
        description: 'A signed link that works without a token until it expires.',
        format: 'uri',
      },
      total_cost: 'The amount, in JOD.',
      message: 'The receipt in one line.',
    },
  ],
  examples: {
    input: { organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093', year: 2025, month: 3 },
    output: {
      success: true,
      receipt_url:
        'https://aman.clinic.example/api/receipts/AMAN-2025-0001?expires=1760000000&signature=Zm9vYmFy',
      total_cost: 128.4,
      total_scans: 1284,
      message: 'Receipt AMAN-2025-0001 for March 2025: 128.400 JOD',
    },
  },
  errors: [unknownOrganization, monthNotOver],
})
