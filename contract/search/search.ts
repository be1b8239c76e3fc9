import * as v from 'valibot'
import { filledLine, id, object, text, textOrNull } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field, shown } from '../core/field.ts'
import { limits } from '../core/limits.ts'
import { searchField } from '../core/page.ts'
import { roles } from '../core/permissions.ts'
import { user } from '../users/user.ts'

export const searchEndpoint = defineEndpoint('GET /search', {
  summary: 'The users and organizations that match best',
  description: `At most ${limits.searchResults} of each. Names that begin with the text come first, then those with a word that does, then the others. A text of one or two characters may find beginnings only.`,
  access: 'view:admin',
  input: v.strictObject({
    q: field(filledLine(limits.search), searchField.q),
  }),
  output: object({
    users: field(
      v.array(
        object({
          id: field(id, 'The id of the row.'),
          full_name: field(text, 'The name of the user.', 'Rania Khoury'),
          username: user.entries.username,
          email: user.entries.email,
          role: field(v.fallback(v.picklist(roles), 'employee'), 'What the user may do.'),
          organization_name: field(
            textOrNull,
            'The organization of the user; null without one.',
            'Cedar Clinic',
          ),
        }),
      ),
      'The users, best first.',
    ),
    organizations: field(
      v.array(
        object({
          id: field(id, 'The id of the row.', shown.organization),
          name: field(text, 'The name of the organization.', 'Rania Cosmetics'),
        }),
      ),
      'The organizations, best first.',
    ),
  }),
})
