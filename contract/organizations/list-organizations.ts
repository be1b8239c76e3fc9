import * as v from 'valibot'
import { object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { listInput, searchField } from '../core/page.ts'
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
    industry: v.optional(v.picklist(industries)),
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
  tag: 'Administration',
  fields: [organizationFields],
  examples: {
    input: { limit: 20, q: 'clinic' },
    output: [organizationExample],
  },
})
