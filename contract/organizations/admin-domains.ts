import * as v from 'valibot'
import { givenOrganization, object } from '../core/basic.ts'
import { removedMeanwhile } from '../core/common-errors.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field } from '../core/field.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { emailDomain, organizationDomain } from './email-domain.ts'

export const listOrganizationDomainsEndpoint = defineEndpoint(
  'GET /admin/organizations/:organization_id/domains',
  {
    summary: 'The email domains of an organization',
    description: 'The approved ones, and those that were proposed.',
    access: 'manage:organizations',
    input: v.strictObject({
      organization_id: field(givenOrganization, 'The organization that has the domains.'),
    }),
    output: object({
      domains: field(v.array(organizationDomain), 'The domains, in alphabetical order.'),
    }),
    errors: [unknownOrganization],
  },
)

export const publicEmailDomain = defineError(422, 'public_email_domain', {
  description: 'The domain belongs to a public mail provider',
  params: v.object({ domain: v.string() }),
  example: { domain: 'mail.example' },
  sentence: ({ domain }) =>
    `Anyone can have an address at ${domain}, so it cannot be the domain of an organization`,
  fields: () => ['domain'],
})

export const emailDomainTaken = defineError(409, 'email_domain_taken', {
  description: 'Another organization has the domain',
  params: v.object({ domain: v.string(), organization: v.string() }),
  example: { domain: 'clinic.example', organization: 'Cedar Clinic' },
  sentence: ({ domain, organization }) => `${domain} is a domain of ${organization}`,
  fields: () => ['domain'],
})

export const addDomainEndpoint = defineEndpoint(
  'POST /admin/organizations/:organization_id/domains',
  {
    summary: 'Add an email domain to an organization, or approve a proposed one',
    description: 'No two organizations have the same domain.',
    access: 'manage:organizations',
    requiresRecentConfirmation: true,
    input: v.strictObject({
      organization_id: field(givenOrganization, 'The organization that has the domains.'),
      domain: field(emailDomain, organizationDomain.entries.domain),
    }),
    output: organizationDomain,
    errors: [unknownOrganization, emailDomainTaken, publicEmailDomain, removedMeanwhile],
  },
)

export const unknownEmailDomain = defineError(404, 'unknown_email_domain', {
  description: 'The organization has no such domain',
  sentence: () => 'The organization has no such email domain',
})

export const deleteDomainEndpoint = defineEndpoint(
  'DELETE /admin/organizations/:organization_id/domains/:domain',
  {
    summary: 'Remove an email domain from an organization',
    access: 'manage:organizations',
    requiresRecentConfirmation: true,
    input: v.strictObject({
      organization_id: field(givenOrganization, 'The organization that has the domains.'),
      domain: field(emailDomain, organizationDomain.entries.domain),
    }),
    errors: [unknownEmailDomain],
  },
)
