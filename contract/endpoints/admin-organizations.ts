import * as v from 'valibot'
import { describeCall } from '../call.ts'
import { defineEndpoint } from '../endpoint.ts'
import { object } from '../fields/basic.ts'
import { industries, organization, organizationFields } from '../fields/organization.ts'
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

export const adminOrganizationsCall = describeCall(adminOrganizationsEndpoint, {
  summary: 'All organizations',
  tag: 'Administration',
  fields: [organizationFields],
  examples: {
    input: { limit: 20, q: 'clinic' },
    output: [
      {
        id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
        name: 'Cedar Clinic',
        industry: 'health_tech',
        contact_email: 'office@clinic.example',
        phone: '+962 6 555 0100',
        address: '12 Rainbow Street, Amman',
        website: 'https://clinic.example',
        employee_count: 120,
        total_scans: 12_345,
        total_cost: 1234.5,
        created_at: '2025-01-05T08:00:00.000Z',
        gateway_silent_since: null,
        suspended_at: null,
      },
    ],
  },
})
