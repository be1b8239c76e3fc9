import * as v from 'valibot'
import { givenId, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'

/** POST /admin/receipts/{id}/link, an addition: a new signed link to a receipt. */
export const renewReceiptLinkEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/receipts/:id/link',
  access: 'manage:receipts',
  takesLocale: true,
  input: v.strictObject({ id: givenId }),
  output: object({ receipt_url: v.pipe(v.string(), v.minLength(1)) }),
})

export const unknownReceipt = defineError({
  code: 'unknown_receipt',
  status: 404,
  description: 'There is no such receipt',
  params: noParams,
  sentence: () => 'There is no such receipt',
})

export const renewReceiptLinkCall = describeCall(renewReceiptLinkEndpoint, {
  summary: 'A new link to a receipt',
  tag: 'Administration',
  fields: [
    {
      id: { description: 'The number of the receipt.', example: 'AMAN-2025-000123' },
      receipt_url: {
        description: 'A signed link that works without a token until it expires.',
        format: 'uri',
      },
    },
  ],
  examples: {
    input: { id: 'AMAN-2025-000123' },
    output: {
      receipt_url:
        'https://aman.example/api/receipts/AMAN-2025-000123?expires=1740822600&signature=c2lnbmF0dXJl',
    },
  },
  errors: [unknownReceipt],
})
