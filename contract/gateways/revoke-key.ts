import * as v from 'valibot'
import { givenId, givenOrganization } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { unknownGatewayKey } from './gateway-key.ts'

/** The key stops working at once. It stays in the list, and revoking it again changes nothing. */
export const revokeKeyEndpoint = defineEndpoint(
  'DELETE /admin/organizations/:organization_id/gateway-keys/:id',
  {
    summary: 'Revoke a gateway key',
    access: 'manage:organizations',
    input: v.strictObject({
      organization_id: field(givenOrganization, 'The organization that the key belongs to.'),
      id: field(givenId, 'The key to revoke.', shown.key),
    }),
    errors: [unknownGatewayKey],
  },
)
