import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { count, object } from '../fields/basic.ts'
import { flag, flagTypes } from '../fields/flag.ts'
import { listInput, searchField } from '../fields/page.ts'

/** GET /flags/list (R283, R354): the flags of the signed-in user, newest first. */
export const flagsListEndpoint = defineEndpoint({
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
