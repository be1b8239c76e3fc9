import * as v from 'valibot'
import { givenId, object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'

export const unknownReceipt = defineError(404, 'unknown_receipt', {
  description: 'There is no such receipt',
  sentence: () => 'There is no such receipt',
})

export const renewReceiptLinkEndpoint = defineEndpoint('POST /admin/receipts/:id/link', {
  summary: 'A new link to a receipt',
  access: 'manage:receipts',
  takesLocale: true,
  input: v.strictObject({ id: field(givenId, 'The number of the receipt.', shown.receipt) }),
  output: object({
    receipt_url: field(
      v.pipe(v.string(), v.minLength(1)),
      'A signed link that works without a token until it expires.',
      'https://aman.example/api/receipts/AMAN-2025-000123?expires=1740822600&signature=c2lnbmF0dXJl',
      'uri',
    ),
  }),
  errors: [unknownReceipt],
})
