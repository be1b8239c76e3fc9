import * as v from 'valibot'
import { count, givenOrganization, givenText, object, text } from '../core/basic.ts'
import { foldDigits } from '../core/digits.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
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

export const unknownOrganization = defineError(404, 'unknown_organization', {
  description: 'There is no such organization',
  sentence: () => 'There is no such organization',
})

export const monthNotOver = defineError(409, 'month_not_over', {
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

export const generateReceiptEndpoint = defineEndpoint(
  'POST /admin/generate-receipt/:organization_id/:year/:month',
  {
    summary: 'The receipt of a month',
    description:
      'Issues the receipt of a month, or a supplement for mail that was reported after it, or finds the latest of them again.',
    access: 'manage:receipts',
    takesLocale: true,
    input: v.strictObject({
      organization_id: field(givenOrganization, 'The organization that pays.'),
      year: field(v.pipe(wholeNumber, v.picklist(receiptYears)), 'The year of the month.', 2025),
      month: field(
        v.pipe(wholeNumber, v.picklist(receiptMonths)),
        'The month, from 1; it is over.',
        3,
      ),
    }),
    output: object({
      success: field(v.optional(v.boolean(), true), 'True; an error has false.'),
      receipt_url: field(
        v.pipe(v.string(), v.minLength(1)),
        'A signed link that works without a token until it expires.',
        'https://aman.clinic.example/api/receipts/AMAN-2025-0001?expires=1760000000&signature=Zm9vYmFy',
        'uri',
      ),
      total_cost: field(count, 'The amount, in JOD.', 128.4),
      total_scans: field(count, 'Scanned mails.', 1284),
      message: field(
        text,
        'The receipt in one line.',
        'Receipt AMAN-2025-0001 for March 2025: 128.400 JOD',
      ),
    }),
    errors: [unknownOrganization, monthNotOver],
  },
)
