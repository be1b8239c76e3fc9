import * as v from 'valibot'
import { givenId, givenOrganization } from '../core/basic.ts'
import { confirmationRequired } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { gatewayKey, givenExpiry, unknownGatewayKey } from './gateway-key.ts'

export const expireKeyEndpoint = defineEndpoint(
  'POST /admin/organizations/:organization_id/gateway-keys/:id/expiry',
  {
    summary: 'Set when a gateway key ends',
    description: 'A later end takes a confirmation of who acts within the last ten minutes.',
    access: 'manage:organizations',
    input: v.strictObject({
      organization_id: field(givenOrganization, 'The organization that the key belongs to.'),
      id: field(givenId, 'The key, which is not revoked.', shown.key),
      expires_at: field(givenExpiry, gatewayKey.entries.expires_at),
    }),
    errors: [unknownGatewayKey, confirmationRequired],
  },
)
