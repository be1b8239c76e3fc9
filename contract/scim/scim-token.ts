import { id, object, text, time } from '../core/basic.ts'
import { field, shown } from '../core/field.ts'

/**
 * A token of an identity provider as it is listed: never the token itself, of which only a hash is
 * stored.
 */
export const scimToken = object({
  id: field(id, 'The id of the row.', shown.key),
  note: field(text, 'Which provider has the token, in the words of who made it.', 'Entra ID'),
  created_at: field(text, 'When it was created.', '2025-01-05T08:00:00.000Z'),
  last_used_at: field(time, 'When it was last used, to the minute; null if it never was.'),
  revoked_at: field(time, 'When it was revoked; null if it was not.', '2026-01-31T09:30:00.000Z'),
})
