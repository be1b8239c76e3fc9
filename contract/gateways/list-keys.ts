import * as v from 'valibot'
import { givenOrganization, object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { gatewayKey } from './gateway-key.ts'

export const listKeysEndpoint = defineEndpoint(
  'GET /admin/organizations/:organization_id/gateway-keys',
  {
    summary: 'The gateway keys of an organization',
    description: 'All of them, the newest first, with those that expired or were revoked.',
    access: 'manage:organizations',
    input: v.strictObject({
      organization_id: field(givenOrganization, 'The organization that the key belongs to.'),
    }),
    output: object({
      keys: field(v.array(gatewayKey), 'The keys, without the secrets themselves.'),
    }),
    errors: [unknownOrganization],
  },
)
