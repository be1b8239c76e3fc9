import * as v from 'valibot'
import { acknowledgement, givenId, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { removedMeanwhile } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError, noParams } from '../core/errors.ts'
import type { FieldDescriptions } from '../core/field-descriptions.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { emailDomain, organizationDomain } from './email-domain.ts'

const fields: FieldDescriptions = {
  organization_id: 'The organization that has the domains.',
  domains: 'The domains, in alphabetical order.',
  domain: 'What follows the @ in the addresses of the organization, in lower case and in ASCII.',
  created_at: {
    description: 'When the domain was added or proposed.',
    format: 'date-time',
    example: '2025-01-05T08:00:00.000Z',
  },
  approved_at: {
    description: 'When a super admin approved it; null for a proposal.',
    format: 'date-time',
    example: '2025-01-05T08:00:00.000Z',
  },
}

const clinic = '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093'

/** GET /admin/organizations/{organization_id}/domains, an addition. */
export const listOrganizationDomainsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/organizations/:organization_id/domains',
  access: 'manage:organizations',
  input: v.strictObject({ organization_id: givenId }),
  output: object({ domains: v.array(organizationDomain) }),
})

export const listOrganizationDomainsCall = describeCall(listOrganizationDomainsEndpoint, {
  summary: 'The email domains of an organization',
  description: 'The approved ones, and those that were proposed.',
  tag: 'Administration',
  fields: [fields],
  examples: {
    input: { organization_id: clinic },
    output: {
      domains: [
        {
          domain: 'clinic.example',
          created_at: '2025-01-05T08:00:00.000Z',
          approved_at: '2025-01-05T08:00:00.000Z',
        },
      ],
    },
  },
  errors: [unknownOrganization],
})

/**
 * POST /admin/organizations/{organization_id}/domains, an addition: adds an approved domain, or
 * approves a proposed one. A domain that the organization has already stays as it is.
 */
export const addDomainEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/organizations/:organization_id/domains',
  access: 'manage:organizations',
  requiresRecentConfirmation: true,
  input: v.strictObject({ organization_id: givenId, domain: emailDomain }),
  output: organizationDomain,
})

export const publicEmailDomain = defineError({
  code: 'public_email_domain',
  status: 422,
  description: 'The domain belongs to a public mail provider',
  params: v.object({ domain: v.string() }),
  example: { domain: 'mail.example' },
  sentence: ({ domain }) =>
    `Anyone can have an address at ${domain}, so it cannot be the domain of an organization`,
  fields: () => ['domain'],
})

export const emailDomainTaken = defineError({
  code: 'email_domain_taken',
  status: 409,
  description: 'Another organization has the domain',
  params: v.object({ domain: v.string(), organization: v.string() }),
  example: { domain: 'clinic.example', organization: 'Cedar Clinic' },
  sentence: ({ domain, organization }) => `${domain} is a domain of ${organization}`,
  fields: () => ['domain'],
})

export const addDomainCall = describeCall(addDomainEndpoint, {
  summary: 'Add an email domain to an organization, or approve a proposed one',
  description: 'No two organizations have the same domain.',
  tag: 'Administration',
  fields: [fields],
  examples: {
    input: { organization_id: clinic, domain: 'clinic.example' },
    output: {
      domain: 'clinic.example',
      created_at: '2025-01-05T08:00:00.000Z',
      approved_at: '2025-01-05T08:00:00.000Z',
    },
  },
  errors: [unknownOrganization, emailDomainTaken, publicEmailDomain, removedMeanwhile],
})

/** DELETE /admin/organizations/{organization_id}/domains/{domain}, an addition. */
export const deleteDomainEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/admin/organizations/:organization_id/domains/:domain',
  access: 'manage:organizations',
  requiresRecentConfirmation: true,
  input: v.strictObject({ organization_id: givenId, domain: emailDomain }),
  output: acknowledgement,
})

export const unknownEmailDomain = defineError({
  code: 'unknown_email_domain',
  status: 404,
  description: 'The organization has no such domain',
  params: noParams,
  sentence: () => 'The organization has no such email domain',
})

export const deleteDomainCall = describeCall(deleteDomainEndpoint, {
  summary: 'Remove an email domain from an organization',
  tag: 'Administration',
  fields: [fields],
  examples: {
    input: { organization_id: clinic, domain: 'clinic.example' },
    output: { success: true },
  },
  errors: [unknownEmailDomain],
})
