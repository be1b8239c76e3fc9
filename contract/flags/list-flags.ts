import * as v from 'valibot'
import { count, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { listInput, searchField } from '../core/page.ts'
import { flag, flagFields, flagTypes } from './flag.ts'

/** GET /flags/list (R283, R354): the flags of the signed-in user, newest first. */
export const listFlagsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/flags/list',
  access: 'manage:flags',
  input: listInput(['created_at', 'value', 'blocked_count'], {
    ...searchField,
    flag_type: v.optional(v.picklist(flagTypes)),
  }),
  output: object({
    success: v.optional(v.boolean(), true),
    flags: v.nullish(v.array(flag), []),
    total: count,
    green_count: count,
    red_count: count,
  }),
})

export const listFlagsCall = describeCall(listFlagsEndpoint, {
  summary: 'Flags of the signed-in user',
  tag: 'Flags',
  fields: [
    flagFields,
    {
      flags: 'The flags, newest first.',
      total: 'How many flags there are.',
      green_count: 'How many of them are green.',
      red_count: 'How many of them are red.',
    },
  ],
  examples: {
    output: {
      success: true,
      flags: [
        {
          id: '0198a3c2-7b02-7d18-8c44-91d3e6a0b527',
          flag_type: 'red',
          value: 'lookalike.example',
          reason: 'Pretends to be our bank',
          created_at: '2025-03-01T09:30:00.000Z',
          blocked_count: 7,
        },
      ],
      total: 1,
      green_count: 0,
      red_count: 1,
    },
  },
})
