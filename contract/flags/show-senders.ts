import * as v from 'valibot'
import { filledList, givenLine, object, textOrNull } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { flag } from './flag.ts'

/** Why a domain is not blocked as a whole by one click. */
const sharedDomains = ['public_mail', 'own_domain'] as const

export const givenSender = givenLine(limits.email * 2)

/**
 * The flag that decides about each sender, and what a flag for the sender may cover. Not a GET,
 * because the list of senders is long.
 */
export const showSendersEndpoint = defineEndpoint('POST /flags/senders', {
  summary: 'The flags that decide about senders',
  description: `For up to ${limits.sendersAtOnce} senders, each an address or a domain.`,
  access: 'manage:flags',
  input: v.strictObject({
    senders: field(
      filledList(givenSender, limits.sendersAtOnce),
      'Addresses or domains, as the lists of mail have them.',
      ['billing@lookalike.example', 'mail.example'],
    ),
  }),
  output: object({
    senders: field(
      v.array(
        object({
          sender: field(v.string(), 'The sender as it was given.', 'billing@lookalike.example'),
          flag: field(
            v.nullish(flag, null),
            'The flag of the user that decides about mail of the sender; null if none does.',
          ),
          address: field(
            textOrNull,
            'The address in canonical form; null where only the domain is known.',
            'billing@lookalike.example',
          ),
          domain: field(
            textOrNull,
            'The domain in canonical form; null if no flag can be for it.',
            'lookalike.example',
          ),
          shared: field(
            v.fallback(v.nullish(v.picklist(sharedDomains), null), null),
            'Why the domain is not blocked as a whole by one click: it is a public mail provider, or belongs to the own organization.',
          ),
          is_domain_trustable: field(
            v.nullish(v.boolean(), true),
            'Whether a green flag may be for the whole domain.',
          ),
        }),
      ),
      'The senders that were asked for.',
    ),
  }),
})
