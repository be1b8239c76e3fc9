import * as v from 'valibot'
import { count, givenId, id, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { listInput } from '../core/page.ts'

/** A receipt or supplement that was issued. */
export const issuedReceipt = object({
  /** Its number. */
  id,
  month: text,
  is_supplement: v.nullish(v.boolean(), false),
  issued_at: text,
  total_scans: count,
  /** In JOD. */
  total_cost: count,
})

export type IssuedReceipt = v.InferOutput<typeof issuedReceipt>

/** GET /admin/receipts, an addition: what was issued, of one organization or of all. */
export const listReceiptsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/receipts',
  access: 'manage:receipts',
  input: listInput(['issued_at'], { organization_id: v.optional(givenId) }),
  output: v.array(issuedReceipt),
})

export const listReceiptsCall = describeCall(listReceiptsEndpoint, {
  summary: 'Issued receipts',
  description: 'The newest come first.',
  tag: 'Administration',
  fields: [
    {
      organization_id: 'The organization that pays.',
      id: { description: 'The number of the receipt.', example: 'AMAN-2025-000123' },
      month: 'The month that it is for.',
      is_supplement: 'Whether it is for mail that was reported after the receipt of the month.',
      issued_at: { description: 'When it was issued.', format: 'date-time' },
      total_scans: 'Mails that it is for.',
      total_cost: 'The amount, in JOD.',
    },
  ],
  examples: {
    input: { organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093', limit: 20 },
    output: [
      {
        id: 'AMAN-2025-000123',
        month: '2025-02',
        is_supplement: false,
        issued_at: '2025-03-01T09:30:00.000Z',
        total_scans: 3152,
        total_cost: 315.2,
      },
    ],
  },
})
