import * as v from 'valibot'
import { acknowledgement, givenId } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { gatewayKeyFields, unknownGatewayKey } from './gateway-key.ts'

/**
 * DELETE /admin/organizations/{organization_id}/gateway-keys/{id}, an addition: the key stops
 * working at once. It stays in the list, and revoking it again changes nothing.
 */
export const revokeKeyEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/admin/organizations/:organization_id/gateway-keys/:id',
  access: 'manage:organizations',
  input: v.strictObject({ organization_id: givenId, id: givenId }),
  output: acknowledgement,
})

export const revokeKeyCall = describeCall(revokeKeyEndpoint, {
  summary: 'Revoke a gateway key',
  tag: 'Administration',
  fields: [gatewayKeyFields, { id: 'The key to revoke.' }],
  examples: {
    input: {
      organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      id: '0198a3c2-a114-7b02-9c37-58e1d0f4b6a9',
    },
    output: { success: true },
  },
  errors: [unknownGatewayKey],
})
