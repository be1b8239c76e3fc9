import * as v from 'valibot'
import { count, id, noInput, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { keyNeeds } from '../gateways/admin-operator-keys.ts'
import { refusedFields, refusedRequests } from '../gateways/refused-requests.ts'
import {
  mostNamed,
  unusualAttacks,
  unusualAttacksExample,
  unusualAttacksFields,
} from '../organizations/unusual-attacks.ts'

const time = v.nullish(v.string(), null)

const { scope, reason } = refusedRequests.entries

const named = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.nullish(v.array(object({ id, name: text, ...entries })), [])

/** GET /admin/attention, an addition: what a super admin has to look at, over all organizations. */
export const showAttentionEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/attention',
  access: 'view:admin',
  input: noInput,
  output: object({
    attacks: unusualAttacks,
    silent_gateways: object({ count, silent: named({ silent_since: time }) }),
    // Not among the answers of servers from before it.
    refused_requests: v.nullish(
      object({ count, refused: named({ requests: count, scope, reason, last_at: time }) }),
      { count: 0 },
    ),
    unknown_keys: v.nullish(object({ count, last_at: time }), { count: 0 }),
    // The same.
    expiring_keys: v.nullish(object({ count, expiring: named({ expires_at: time }) }), {
      count: 0,
    }),
    // The same.
    operator_keys: v.nullish(
      object({
        count,
        keys: v.nullish(
          v.array(
            object({
              id,
              note: text,
              scope,
              need: v.fallback(v.picklist(keyNeeds), 'unused'),
              created_at: time,
              expires_at: time,
            }),
          ),
          [],
        ),
      }),
      { count: 0 },
    ),
    missing_factors: object({ count, lacking: named({ users: count }) }),
    admins_without_factor: count,
    invited_users: object({ count, oldest_at: time }),
    waiting_mails: object({ count, oldest_at: time, given_up: count }),
  }),
})

export const showAttentionCall = describeCall(showAttentionEndpoint, {
  summary: 'What needs attention',
  description: `Organizations are counted, and the first ${mostNamed} of each group are named.`,
  tag: 'Administration',
  fields: [
    unusualAttacksFields,
    { scope: refusedFields.scope, reason: refusedFields.reason, last_at: refusedFields.last_at },
    {
      silent_gateways: 'Organizations whose gateway was heard before and is silent for too long.',
      silent_since: { description: 'The last report of the gateway.', format: 'date-time' },
      refused_requests:
        'Organizations with requests of gateways that were refused within a day, suspended ones left out.',
      refused: 'The first of them, by the last refused request, with its scope and reason.',
      requests: 'All refused requests of the organization.',
      unknown_keys: 'Requests of gateways without a key or with an unknown one, within a day.',
      expiring_keys:
        'Organizations with a gateway key in use that expires within 14 days, suspended ones left out.',
      expiring: 'The first of them, the first key to expire first.',
      expires_at: { description: 'When that key expires.', format: 'date-time' },
      operator_keys:
        'Gateway keys of the operator that expire within 14 days, have expired, or were not used within a day, until they are revoked.',
      keys: 'The first of them, the first key to expire first.',
      note: 'What the key is for, in the words of who issued it.',
      need: 'Why: it expires soon, has expired, or was never used.',
      missing_factors:
        'Organizations that require a second factor, with active users who have none.',
      users: 'Those users.',
      admins_without_factor: 'Super admins without a second factor, where theirs are required.',
      invited_users: 'Active users who were invited and have not set a password.',
      waiting_mails: 'Mail of Aman that could not be sent yet.',
      given_up: 'Mail that is not tried again; it is kept for 30 days.',
      oldest_at: {
        description: 'Since when the first of them waits; null if there are none.',
        format: 'date-time',
      },
      silent: 'The first of them, the longest silence first.',
      lacking: 'The first of them, with the most such users first.',
      name: 'The name of the organization.',
    },
  ],
  examples: {
    output: {
      attacks: unusualAttacksExample,
      silent_gateways: {
        count: 1,
        silent: [
          {
            id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
            name: 'Cedar Clinic',
            silent_since: '2025-03-01T09:30:00.000Z',
          },
        ],
      },
      refused_requests: {
        count: 1,
        refused: [
          {
            id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
            name: 'Cedar Clinic',
            requests: 312,
            scope: 'report',
            reason: 'expired_key',
            last_at: '2025-03-01T09:30:00.000Z',
          },
        ],
      },
      unknown_keys: { count: 4, last_at: '2025-03-01T09:30:00.000Z' },
      expiring_keys: {
        count: 1,
        expiring: [
          {
            id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
            name: 'Cedar Clinic',
            expires_at: '2025-03-09T00:00:00.000Z',
          },
        ],
      },
      operator_keys: {
        count: 1,
        keys: [
          {
            id: '0198a3c2-c4e7-7d18-92b5-61f0a8e3d7c4',
            note: 'The mail host',
            scope: 'report',
            need: 'expiring',
            created_at: '2024-03-09T08:00:00.000Z',
            expires_at: '2025-03-09T00:00:00.000Z',
          },
        ],
      },
      missing_factors: {
        count: 1,
        lacking: [{ id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093', name: 'Cedar Clinic', users: 3 }],
      },
      admins_without_factor: 0,
      invited_users: { count: 12, oldest_at: '2025-02-20T08:00:00.000Z' },
      waiting_mails: { count: 3, oldest_at: '2025-03-01T09:00:00.000Z', given_up: 0 },
    },
  },
})
