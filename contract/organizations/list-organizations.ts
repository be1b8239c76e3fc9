import * as v from 'valibot'
import { givenId, object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { listInput, searchedDescription, searchField } from '../core/page.ts'
import { industries, organization } from './organization-fields.ts'

/** All organizations as a bare list; some backends wrap it. */
export const listOrganizationsEndpoint = defineEndpoint('GET /admin/organizations', {
  summary: 'All organizations',
  description: searchedDescription,
  access: 'view:admin',
  input: listInput(['created_at', 'name'], {
    ...searchField,
    id: field(v.optional(givenId), 'The id of the row.'),
    industry: field(v.optional(v.picklist(industries)), 'The branch of business.'),
    gateway: field(
      v.optional(v.picklist(['silent'])),
      'Organizations whose gateway is silent for too long.',
    ),
    attacks: field(
      v.optional(v.picklist(['unusual'])),
      'Organizations with many more threats in the last 7 days than in the 4 weeks before.',
    ),
  }),
  output: v.union([
    v.array(organization),
    v.pipe(
      object({ organizations: v.array(organization) }),
      v.transform(({ organizations }) => organizations),
    ),
  ]),
})
