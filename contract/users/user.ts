import * as v from 'valibot'
import { count, id, object, text, textList } from '../core/basic.ts'
import { field, shown } from '../core/field.ts'
import { roles } from '../core/permissions.ts'

/** A user, as calls return it. The password is write-only and never included (R274, R275). */
export const user = object({
  id: field(id, 'The id of the row.'),
  username: field(
    text,
    'The name to sign in with, unique whatever its case and look-alike letters.',
    'rania',
  ),
  email: field(text, 'The email address, in canonical form.', 'rania@clinic.example', 'email'),
  full_name: field(text, 'The name of the user.', 'Rania Khoury'),
  role: field(v.fallback(v.picklist(roles), 'employee'), 'What the user may do.'),
  organization_id: field(
    v.nullish(id, null),
    'The organization of the user; null for a super admin without one.',
    shown.organization,
  ),
  department: field(text, 'The department, empty if none is known.', 'Accounts'),
  phone: field(
    text,
    'The telephone number, as it was entered, in the digits 0 to 9.',
    '+962 6 555 0100',
  ),
  is_active: field(v.nullish(v.boolean(), true), 'Whether the user may sign in.'),
  risk_score: field(count, 'From 0 to 100: below 30 is low, 70 and more is high.', 42.5),
  // Only an explicit `false` opens the privacy notice (R273).
  has_consented: field(
    v.nullish(v.boolean(), true),
    'Whether the user has accepted the privacy notice.',
  ),
  aliases: field(
    v.nullish(textList),
    "Other addresses and shared mailboxes whose mail is the user's. Lists of users have them; if omitted in a change, they stay.",
    ['accounts@clinic.example'],
  ),
  invitation_expires_at: field(
    v.nullish(v.string()),
    'Until when the invitation of a user without a password works, also if that is over; null without one. Lists of users have it.',
    '2025-01-08T08:00:00.000Z',
  ),
  may_be_invited: field(
    v.nullish(v.boolean()),
    'Whether an invitation can be sent, for the first time or again: the user is active and has not set a password. Lists of users have it.',
  ),
  second_factors: field(
    v.nullish(v.number()),
    'How many second factors the user has, if any. Lists of users have it.',
    1,
  ),
  mailbox: field(
    v.nullish(
      v.fallback(v.nullable(v.picklist(['watched', 'connecting', 'stopped', 'failing'])), null),
    ),
    'How the mailbox of the user stands: watched, to be opened by the credential of the organization, stopped by its user, or not reached; null without one. Lists of users have it.',
    'watched',
  ),
  organization_name: field(
    v.nullish(v.string()),
    'The name of the organization; null without one. Lists of users have it.',
    'Cedar Clinic',
  ),
  manages_organization: field(
    v.nullish(v.boolean()),
    'Whether a team lead is an organization admin, who invites, deactivates and helps the users of the own organization; only if true. In a change, it stays if omitted.',
  ),
})
export type User = v.InferOutput<typeof user>
