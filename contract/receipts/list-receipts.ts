import * as v from 'valibot'
import { count, falseIfMissing, givenOrganization, id, object, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { listInput } from '../core/page.ts'

/** Money is counted in whole fils to avoid rounding errors. */
export const filsPerJod = 1000

/** The price of a scanned email, from the start of a month on. */
interface Price {
  /** `2024-01` */
  readonly from: string
  readonly fils: number
}

/** In the order of their months; the first one also holds for the time before it. */
export type Prices = readonly [Price, ...Price[]]

/**
 * 0.10 JOD for each scanned email (R365). A new price is added at the end and begins with a month to come,
 * because a month that has begun keeps its price (decision 0079).
 */
export const prices: Prices = [{ from: '2024-01', fils: 100 }]

/** The price of an email in a month: `2025-03`, or the month of a longer date. */
export function priceOf(month: string, list: Prices = prices): number {
  return (list.findLast(({ from }) => from <= month) ?? list[0]).fils
}

/** A receipt or supplement that was issued. */
export const issuedReceipt = object({
  id: field(id, 'The number of the receipt.', shown.receipt),
  month: field(text, 'The month that it is for.', '2025-02'),
  is_supplement: field(
    falseIfMissing,
    'Whether it is for mail that was reported after the receipt of the month.',
  ),
  issued_at: field(text, 'When it was issued.', shown.time),
  total_scans: field(count, 'Mails that it is for.', 3152),
  total_cost: field(count, 'The amount, in JOD.', 315.2),
})

export type IssuedReceipt = v.InferOutput<typeof issuedReceipt>

export const listReceiptsEndpoint = defineEndpoint('GET /admin/receipts', {
  summary: 'Issued receipts',
  description: 'The newest come first.',
  access: 'manage:receipts',
  input: listInput(['issued_at'], {
    organization_id: field(v.optional(givenOrganization), 'The organization that pays.'),
  }),
  output: v.array(issuedReceipt),
})
