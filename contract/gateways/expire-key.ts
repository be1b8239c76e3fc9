import * as v from 'valibot'
import { acknowledgement, givenId } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { confirmationRequired } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { gatewayKeyFields, givenExpiry, unknownGatewayKey } from './gateway-key.ts'

/**
 * POST /admin/organizations/{organization_id}/gateway-keys/{id}/expiry, an addition: sets when a
 * key ends, or that it does not. A later end takes a recent confirmation, as a new key does. 404 for a
 * revoked key, which is over.
 */
export const expireKeyEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/organizations/:organization_id/gateway-keys/:id/expiry',
  access: 'manage:organizations',
  input: v.strictObject({ organization_id: givenId, id: givenId, expires_at: givenExpiry }),
  output: acknowledgement,
})

export const expireKeyCall = describeCall(expireKeyEndpoint, {
  summary: 'Set when a gateway key ends',
  description: 'A later end takes a confirmation of who acts within the last ten minutes.',
  tag: 'Administration',
  fields: [gatewayKeyFields, { id: 'The key, which is not revoked.' }],
  examples: {
    input: {
      organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
      id: '0198a3c2-a114-7b02-9c37-58e1d0f4b6a9',
      expires_at: '2027-01-31T00:00:00.000Z',
    },
    output: { success: true },
  },
  errors: [unknownGatewayKey, confirmationRequired],
})
