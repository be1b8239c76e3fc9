import * as v from 'valibot'
import { filledLine, id, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { limits } from '../core/limits.ts'
import { roles } from '../core/permissions.ts'

/** GET /search, an addition: the users and organizations that match a text best. */
export const searchEndpoint = defineEndpoint({
  method: 'GET',
  path: '/search',
  access: 'view:admin',
  input: v.strictObject({ q: filledLine(limits.search) }),
  output: object({
    users: v.array(
      object({
        id,
        full_name: text,
        username: text,
        email: text,
        role: v.fallback(v.picklist(roles), 'employee'),
        organization_name: v.nullish(v.string(), null),
      }),
    ),
    organizations: v.array(object({ id, name: text })),
  }),
})

export const searchCall = describeCall(searchEndpoint, {
  summary: 'The users and organizations that match best',
  description: `At most ${limits.searchResults} of each. Names that begin with the text come first, then those with a word that does, then the others. A text of one or two characters may find beginnings only.`,
  tag: 'Administration',
  fields: [
    {
      users: 'The users, best first.',
      organizations: 'The organizations, best first.',
      organization_name: 'The organization of the user; null without one.',
      name: 'The name of the organization.',
    },
  ],
  examples: {
    input: { q: 'rania' },
    output: {
      users: [
        {
          id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
          full_name: 'Rania Khoury',
          username: 'rania',
          email: 'rania@clinic.example',
          role: 'employee',
          organization_name: 'Cedar Clinic',
        },
      ],
      organizations: [{ id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093', name: 'Rania Cosmetics' }],
    },
  },
})
