import * as v from 'valibot'
import { givenId, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { givenIssuer, issuer, organization_id } from './sign-in-settings.ts'
import { singleSignOnFields } from './single-sign-on-fields.ts'

/** What the check of an issuer found: `ok`, or why single sign-on cannot work with it. */
export const issuerFindings = ['ok', 'unreachable', 'not_allowed', 'not_a_provider'] as const

/**
 * POST /admin/organizations/{organization_id}/sign-in/check, an addition: fetches the discovery
 * document of an issuer, before or after it is saved.
 */
export const checkIssuerEndpoint = defineEndpoint({
  method: 'POST',
  path: '/admin/organizations/:organization_id/sign-in/check',
  access: 'manage:organizations',
  input: v.strictObject({ organization_id: givenId, issuer: givenIssuer }),
  output: object({
    finding: v.fallback(v.picklist(issuerFindings), 'not_a_provider'),
    /** What exactly was found, in English; empty if all is well. */
    detail: text,
    /** The host of the page where users will sign in; empty if it is not known. */
    sign_in_host: text,
  }),
  timeoutMs: 30_000,
})

export const checkIssuerCall = describeCall(checkIssuerEndpoint, {
  summary: 'Check the provider of an organization',
  tag: 'Administration',
  fields: [
    singleSignOnFields,
    {
      organization_id: 'The organization.',
      finding: `What was found: ${issuerFindings.join(', ')}.`,
      detail: 'The same in more detail, in English; empty if all is well.',
      sign_in_host: 'The host of the page where users sign in; empty if it is not known.',
    },
  ],
  examples: {
    input: { organization_id, issuer },
    output: { finding: 'ok', detail: '', sign_in_host: 'login.clinic.example' },
  },
  errors: [unknownOrganization],
})
