import * as v from 'valibot'
import { count, falseIfMissing, givenOrganization, id, object, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { listInput } from '../core/page.ts'

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
