import * as v from 'valibot'
import { count, id, object, text, textList } from '../core/basic.ts'
import type { FieldDescriptions } from '../core/field-descriptions.ts'
import { roles } from '../core/permissions.ts'

/** A user, as calls return it. The password is write-only and never included (R274, R275). */
export const user = object({
  id,
  username: text,
  email: text,
  full_name: text,
  role: v.fallback(v.picklist(roles), 'employee'),
  organization_id: v.nullish(id, null),
  department: text,
  phone: text,
  is_active: v.nullish(v.boolean(), true),
  risk_score: count,
  // Only an explicit `false` opens the privacy notice (R273).
  has_consented: v.nullish(v.boolean(), true),
  /**
   * An addition: other addresses and shared mailboxes, in the list of users only. Omitted by
   * backends that do not know it.
   */
  aliases: v.nullish(textList),
  /**
   * An addition: until when the link of an invitation works, for a user who has not set a password yet,
   * in the list of users only.
   */
  invitation_expires_at: v.nullish(v.string()),
  /** An addition, only if true and in the list of users only: an active user without a password. */
  may_be_invited: v.nullish(v.boolean()),
  /** An addition, only if there are any and in the list of users only: how many second factors. */
  second_factors: v.nullish(v.number()),
  /** An addition, in the list of users only: the name of the organization, if there is one. */
  organization_name: v.nullish(v.string()),
  /** An addition, only if true: a team lead who may manage the own organization. */
  manages_organization: v.nullish(v.boolean()),
})
export type User = v.InferOutput<typeof user>

export const userExample: User = {
  id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
  username: 'rania',
  email: 'rania@clinic.example',
  full_name: 'Rania Khoury',
  role: 'employee',
  organization_id: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
  department: 'Accounts',
  phone: '+962 6 555 0100',
  is_active: true,
  risk_score: 42.5,
  has_consented: true,
}

export const userFields: FieldDescriptions = {
  organization_id: 'The organization of the user; null for a super admin without one.',
  department: 'The department, empty if none is known.',
  is_active: { description: 'Whether the user may sign in.', example: true },
  has_consented: 'Whether the user has accepted the privacy notice.',
  invitation_expires_at: {
    description:
      'Until when the invitation of a user without a password works, also if that is over; null without one. Lists of users have it.',
    format: 'date-time',
    example: '2025-01-08T08:00:00.000Z',
  },
  may_be_invited: {
    description:
      'Whether an invitation can be sent, for the first time or again: the user is active and has not set a password. Lists of users have it.',
    example: true,
  },
  second_factors: {
    description: 'How many second factors the user has, if any. Lists of users have it.',
    example: 1,
  },
  organization_name: {
    description: 'The name of the organization; null without one. Lists of users have it.',
    example: 'Cedar Clinic',
  },
  manages_organization: {
    description:
      'Whether a team lead is an organization admin, who invites, deactivates and helps the users of the own organization; only if true. In a change, it stays if omitted.',
    example: true,
  },
  aliases: {
    description:
      "Other addresses and shared mailboxes whose mail is the user's. Lists of users have them; if omitted in a change, they stay.",
    example: ['accounts@clinic.example'],
  },
}
