import * as v from 'valibot'
import { canonicalBy, givenLine, object, text, time } from '../core/basic.ts'
import { canonicalDomain } from '../core/domain.ts'
import { email } from '../core/email.ts'
import { field } from '../core/field.ts'
import { limits } from '../core/limits.ts'

/** @returns the canonical form of a domain of at least two labels that can receive mail */
function canonicalEmailDomain(text: string): string | undefined {
  const domain = canonicalDomain(text)
  return domain?.includes('.') && v.is(email, `name@${domain}`) ? domain : undefined
}

/** `firm.example`, with or without the @ of an address before it, in canonical form. */
export const emailDomain = v.pipe(
  givenLine(limits.email),
  v.transform((given) => given.replace(/^@/, '').toLowerCase()),
  canonicalBy(canonicalEmailDomain, 'not_a_domain'),
)

/** An email domain of an organization, as super admins see it. */
export const organizationDomain = object({
  domain: field(
    v.string(),
    'What follows the @ in the addresses of the organization, in lower case and in ASCII.',
    'clinic.example',
  ),
  created_at: field(text, 'When the domain was added or proposed.', '2025-01-05T08:00:00.000Z'),
  approved_at: field(
    time,
    'When a super admin approved it; null for a proposal.',
    '2025-01-05T08:00:00.000Z',
  ),
})
