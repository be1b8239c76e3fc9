import * as v from 'valibot'
import { count, object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { listInput, searchField } from '../core/page.ts'
import { flag, flagTypes } from './flag.ts'

export const listFlagsEndpoint = defineEndpoint('GET /flags/list', {
  summary: 'Flags of the signed-in user',
  access: 'manage:flags',
  input: listInput(['created_at', 'value', 'blocked_count'], {
    ...searchField,
    flag_type: field(v.optional(v.picklist(flagTypes)), 'Green trusts the sender, red blocks it.'),
  }),
  output: object({
    success: field(v.optional(v.boolean(), true), 'True; an error has false.'),
    flags: field(v.nullish(v.array(flag), []), 'The flags, newest first.'),
    total: field(count, 'How many flags there are.', 1),
    green_count: field(count, 'How many of them are green.', 0),
    red_count: field(count, 'How many of them are red.', 1),
  }),
})
