import * as v from 'valibot'
import { id, object, text } from '../core/basic.ts'

const time = v.nullish(v.string(), null)

/** A token of an identity provider as it is listed: never the token itself, of which only a hash is stored. */
export const scimToken = object({
  id,
  note: text,
  created_at: text,
  last_used_at: time,
  revoked_at: time,
})
