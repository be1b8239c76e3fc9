import * as v from 'valibot'
import { givenOrganization, object, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { unknownOrganization } from '../receipts/generate-receipt.ts'
import { givenIssuer } from './sign-in-settings.ts'

/** What the check of an issuer found: `ok`, or why single sign-on cannot work with it. */
export const issuerFindings = ['ok', 'unreachable', 'not_allowed', 'not_a_provider'] as const

export const checkIssuerEndpoint = defineEndpoint(
  'POST /admin/organizations/:organization_id/sign-in/check',
  {
    summary: 'Check the provider of an organization',
    access: 'manage:organizations',
    input: v.strictObject({
      organization_id: givenOrganization,
      issuer: field(
        givenIssuer,
        "The issuer of the organization's provider, exactly as its discovery document names it.",
        'https://login.clinic.example',
        'uri',
      ),
    }),
    output: object({
      finding: field(
        v.fallback(v.picklist(issuerFindings), 'not_a_provider'),
        `What was found: ${issuerFindings.join(', ')}.`,
      ),
      detail: field(text, 'The same in more detail, in English; empty if all is well.', ''),

      sign_in_host: field(
        text,
        'The host of the page where users sign in; empty if it is not known.',
        'login.clinic.example',
      ),
    }),
    timeoutMs: 30_000,
    errors: [unknownOrganization],
  },
)
