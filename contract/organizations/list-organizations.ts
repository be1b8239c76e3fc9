import * as v from 'valibot'
import { givenId, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { listInput, searchedDescription, searchField } from '../core/page.ts'
import {
  industries,
  organization,
  organizationExample,
  organizationFields,
} from './organization-fields.ts'

/** GET /admin/organizations (R360): all organizations as a bare list; some backends wrap it. */
export const listOrganizationsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/organizations',
  access: 'view:admin',
  input: listInput(['created_at', 'name'], {
    ...searchField,
    id: v.optional(givenId),
    industry: v.optional(v.picklist(industries)),
    gateway: v.optional(v.picklist(['silent'])),
    attacks: v.optional(v.picklist(['unusual'])),
  }),
  output: v.union([
    v.array(organization),
    v.pipe(
      object({ organizations: v.array(organization) }),
      v.transform(({ organizations }) => organizations),
    ),
  ]),
})

export const listOrganizationsCall = describeCall(listOrganizationsEndpoint, {
  summary: 'All organizations',
  description: searchedDescription,
  tag: 'Administration',
  fields: [
    organizationFields,
    {
      gateway: {
        description: 'Organizations whose gateway is silent for too long.',
        example: 'silent',
      },
      attacks: {
        description:
          'Organizations with many more threats in the last 7 days than in the 4 weeks before.',
        example: 'unusual',
      },
    },
  ],
  examples: {
    input: { limit: 20, q: 'clinic' },
    output: [organizationExample],
  },
})
