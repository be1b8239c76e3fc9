import * as v from 'valibot'
import { filledList, givenLine, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { limits } from '../core/limits.ts'
import { flag, flagFields } from './flag.ts'

/** Why a domain is not blocked as a whole by one click. */
const sharedDomains = ['public_mail', 'own_domain'] as const

export const givenSender = givenLine(limits.email * 2)

/**
 * POST /flags/senders, an addition: the flag that decides about each sender, and what a flag
 * for the sender may cover. Not a GET, because the list of senders is long.
 */
export const showSendersEndpoint = defineEndpoint({
  method: 'POST',
  path: '/flags/senders',
  access: 'manage:flags',
  input: v.strictObject({
    senders: filledList(givenSender, limits.sendersAtOnce),
  }),
  output: object({
    senders: v.array(
      object({
        sender: v.string(),
        /** The nearest flag of the user, which decides about the sender's mail. */
        flag: v.nullish(flag, null),
        /** In canonical form; null where only the domain is known, or no flag can be for it. */
        address: v.nullish(v.string(), null),
        domain: v.nullish(v.string(), null),
        /** Why the domain is not blocked as a whole by one click; null if it may be. */
        shared: v.fallback(v.nullish(v.picklist(sharedDomains), null), null),
        /** Whether a green flag may be for the whole domain. */
        is_domain_trustable: v.nullish(v.boolean(), true),
      }),
    ),
  }),
})

export const showSendersCall = describeCall(showSendersEndpoint, {
  summary: 'The flags that decide about senders',
  description: `For up to ${limits.sendersAtOnce} senders, each an address or a domain.`,
  tag: 'Flags',
  fields: [
    flagFields,
    {
      senders: 'Addresses or domains, as the lists of mail have them.',
      sender: 'The sender as it was given.',
      flag: 'The flag of the user that decides about mail of the sender; null if none does.',
      address: 'The address in canonical form; null where only the domain is known.',
      domain: 'The domain in canonical form; null if no flag can be for it.',
      shared:
        'Why the domain is not blocked as a whole by one click: it is a public mail provider, or belongs to the own organization.',
      is_domain_trustable: 'Whether a green flag may be for the whole domain.',
    },
  ],
  examples: {
    input: { senders: ['billing@lookalike.example', 'mail.example'] },
    output: {
      senders: [
        {
          sender: 'billing@lookalike.example',
          flag: {
            id: '0198a3c2-7b02-7d18-8c44-91d3e6a0b527',
            flag_type: 'red',
            value: 'lookalike.example',
            reason: null,
            created_at: '2025-03-01T09:30:00.000Z',
            blocked_count: 2,
          },
          address: 'billing@lookalike.example',
          domain: 'lookalike.example',
          shared: null,
          is_domain_trustable: true,
        },
        {
          sender: 'mail.example',
          flag: null,
          address: null,
          domain: 'mail.example',
          shared: 'public_mail',
          is_domain_trustable: false,
        },
      ],
    },
  },
})
