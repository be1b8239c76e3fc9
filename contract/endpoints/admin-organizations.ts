import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { object } from '../fields/basic.ts'
import { industries, organization } from '../fields/organization.ts'
import { listInput, searchField } from '../fields/page.ts'

/** GET /admin/organizations (R360): all organizations as a bare list; some backends wrap it. */
export const adminOrganizationsEndpoint = defineEndpoint({
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
