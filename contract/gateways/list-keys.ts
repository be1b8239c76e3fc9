import * as v from 'valibot'
import { givenId, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { gatewayKey, gatewayKeyFields } from './gateway-key.ts'

/** GET /admin/organizations/{organization_id}/gateway-keys, an addition. */
export const listKeysEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/organizations/:organization_id/gateway-keys',
  access: 'manage:organizations',
  input: v.strictObject({ organization_id: givenId }),
  output: object({ keys: v.array(gatewayKey) }),
})

export const listKeysCall = describeCall(listKeysEndpoint, {
  summary: 'The gateway keys of an organization',
  description: 'All of them, the newest first, with those that expired or were revoked.',
  tag: 'Administration',
  fields: [gatewayKeyFields, { keys: 'The keys, without the secrets themselves.' }],
  examples: {
    input: { organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093' },
    output: {
      keys: [
        {
          id: '0198a3c2-a114-7b02-9c37-58e1d0f4b6a9',
          scope: 'report',
          note: 'rspamd of the first mail server',
          state: 'valid',
          created_at: '2025-01-05T08:00:00.000Z',
          last_used_at: '2025-03-01T09:30:00.000Z',
          expires_at: null,
          revoked_at: null,
          networks: '',
        },
      ],
    },
  },
  errors: [unknownOrganization],
})
