import * as v from 'valibot'
import { count, id, object, part, rows, text, time } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { keyNeeds } from '../gateways/admin-operator-keys.ts'
import { gatewayKey } from '../gateways/gateway-key.ts'
import { refusedRequests } from '../gateways/refused-requests.ts'
import { judgeCounts, perThousand } from '../judge/judge-settings.ts'
import { mostNamed, unusualAttacks } from '../organizations/unusual-attacks.ts'
import { supportRequestFields } from '../support-requests/support-request.ts'

const { scope, reason } = refusedRequests.entries

const named = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.nullish(
    v.array(
      object({
        id: field(id, 'The id of the row.', shown.organization),
        name: field(text, 'The name of the organization.', 'Cedar Clinic'),
        ...entries,
      }),
    ),
    [],
  )

const oldestAt = field(
  time,
  'Since when the first of them waits; null if there are none.',
  '2025-02-20T08:00:00.000Z',
)

export const showAttentionEndpoint = defineEndpoint('GET /admin/attention', {
  summary: 'What needs attention',
  description: `Organizations are counted, and the first ${mostNamed} of each group are named.`,
  access: 'view:admin',
  output: object({
    attacks: field(
      unusualAttacks,
      'Organizations with many more threats in the last 7 days than in the 4 weeks before.',
    ),
    silent_gateways: part(
      'Organizations whose gateway was heard before and is silent for too long.',
      {
        count: field(count, 'How many there are.', 1),
        silent: field(
          named({ silent_since: field(time, 'The last report of the gateway.') }),
          'The first of them, the longest silence first.',
        ),
      },
    ),
    // Not among the answers of servers from before it.
    refused_requests: field(
      v.nullish(
        object({
          count: field(count, 'How many there are.', 1),
          refused: field(
            named({
              requests: field(count, 'All refused requests of the organization.', 312),
              scope,
              reason,
              last_at: field(time, 'The last of them, to the minute.'),
            }),
            'The first of them, by the last refused request, with its scope and reason.',
          ),
        }),
        { count: 0 },
      ),
      'Organizations with requests of gateways that were refused within a day, suspended ones left out.',
    ),
    unknown_keys: field(
      v.nullish(
        object({
          count: field(count, 'How many there are.', 4),
          last_at: field(time, 'The last of them, to the minute.'),
        }),
        { count: 0 },
      ),
      'Requests of gateways without a key or with an unknown one, within a day.',
    ),
    // The same.
    expiring_keys: field(
      v.nullish(
        object({
          count: field(count, 'How many there are.', 1),
          expiring: field(
            named({
              expires_at: field(time, 'When that key expires.', '2025-03-09T00:00:00.000Z'),
            }),
            'The first of them, the first key to expire first.',
          ),
        }),
        {
          count: 0,
        },
      ),
      'Organizations with a gateway key in use that expires within 14 days, suspended ones left out.',
    ),
    // The same.
    operator_keys: field(
      v.nullish(
        object({
          count: field(count, 'How many there are.', 1),
          keys: rows('The first of them, the first key to expire first.', {
            id: field(id, 'The id of the row.', shown.operatorKey),
            note: field(text, gatewayKey.entries.note, 'The mail host'),
            scope,
            need: field(
              v.fallback(v.picklist(keyNeeds), 'unused'),
              'Why: it expires soon, has expired, or was never used.',
            ),
            created_at: field(time, 'When it was created.', '2024-03-09T08:00:00.000Z'),
            expires_at: field(time, 'When that key expires.', '2025-03-09T00:00:00.000Z'),
          }),
        }),
        { count: 0 },
      ),
      'Gateway keys of the operator that expire within 14 days, have expired, or were not used within a day, until they are revoked.',
    ),
    // The same.
    undecided_judges: field(
      v.nullish(
        object({
          count: field(count, 'How many there are.', 1),
          judges: field(
            named({ per_thousand: perThousand, ...judgeCounts }),
            'The first of them, with the most judged mail first.',
          ),
        }),
        { count: 0 },
      ),
      'Organizations whose judge watches because that was never chosen, suspended ones left out.',
    ),
    // The same.
    doubted_judges: field(
      v.nullish(
        object({
          count: field(count, 'How many there are.', 1),
          judges: field(
            named({
              refused_at: field(
                time,
                'When a version of what it learnt was last refused; null for none within 7 days.',
                '2025-02-28T10:00:00.000Z',
              ),
              doubtful: field(
                count,
                'Unconfirmed marks of the last 7 days against the evidence.',
                12,
              ),
              unconfirmed: field(
                count,
                'Emails that one user called dangerous within 7 days, and no one else; 0 for fewer than 20.',
                0,
              ),
            }),
            'The first of them, the last refused version first.',
          ),
        }),
        { count: 0 },
      ),
      'Organizations whose judge a user may be teaching wrongly: a version was refused within 7 days, many marks go against the evidence, or one user alone calls many emails dangerous.',
    ),
    // The same.
    support_requests: field(
      v.nullish(
        object({
          count: field(count, 'How many there are.', 1),
          requests: rows('The first of them, the longest wait first.', {
            ...supportRequestFields,
            full_name: field(text, 'The name of the user.', 'Rania Khoury'),
            organization_name: field(text, 'The name of the organization.', 'Cedar Clinic'),
            at: field(text, 'When it was sent.', '2025-02-27T08:20:00.000Z'),
          }),
        }),
        { count: 0 },
      ),
      'Support requests of the last 90 days that are not marked as answered.',
    ),
    // The same.
    failing_mailboxes: field(
      v.nullish(
        object({
          count: field(count, 'How many there are.', 1),
          failing: field(
            named({ users: field(count, 'Those users.', 3) }),
            'The first of them, with the most such users first.',
          ),
        }),
        { count: 0 },
      ),
      'Organizations with users whose mailbox cannot be watched, suspended ones left out.',
    ),
    // The same.
    refused_credentials: field(
      v.nullish(
        object({
          count: field(count, 'How many there are.', 1),
          refused: field(
            named({ refused_at: field(time, 'The last refusal.', shown.time) }),
            'The first of them, by name.',
          ),
        }),
        { count: 0 },
      ),
      'Organizations whose mail server refused the credential for all mailboxes three times, suspended ones left out. These mailboxes are not among the failing ones.',
    ),
    missing_factors: part(
      'Organizations that require a second factor, with active users who have none.',
      {
        count: field(count, 'How many there are.', 1),
        lacking: field(
          named({ users: field(count, 'Those users.', 3) }),
          'The first of them, with the most such users first.',
        ),
      },
    ),
    admins_without_factor: field(
      count,
      'Super admins without a second factor, where theirs are required.',
      0,
    ),
    invited_users: part('Active users who were invited and have not set a password.', {
      count: field(count, 'How many there are.', 12),
      oldest_at: oldestAt,
    }),
    waiting_mails: part('Mail of Aman that could not be sent yet.', {
      count: field(count, 'How many there are.', 3),
      oldest_at: field(time, oldestAt, '2025-03-01T09:00:00.000Z'),
      given_up: field(count, 'Mail that is not tried again; it is kept for 30 days.', 0),
    }),
  }),
})
