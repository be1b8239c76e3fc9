import type { AuditAction } from '../../../contract/audit/audit-action.ts'
import { type Actor, actorOf, operator, recordAct } from '../../audit/audit.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services as AllServices } from '../../http/services.ts'
import { managesOrganization } from '../../http/session.ts'
import type { Notice } from '../../mail/mail.ts'
import {
  keepReplacedEmail,
  localeOfUser,
  queueMail,
  queueNotice,
  recentEmails,
} from '../../mail/mail.ts'
import { newPasswordMail } from '../../sign-in/sign-in.ts'
import { announceUsers } from '../../webhooks/webhooks.ts'
import { type Cause, type Change, isOwnChoice } from './user-change.ts'

type Services = Pick<AllServices, 'clock' | 'mailDomain'>

export async function tellUser(
  services: Services,
  database: Database,
  change: Change,
  removedFactors: number,
  cause: Cause,
): Promise<void> {
  const { before, after } = change
  if (before.email !== after.email && hasCome(before)) {
    await keepReplacedEmail(services, database, before.id, before.email)
  }
  for (const notice of noticesOf(change, cause)) {
    await queueNotice(services, database, before, notice)
  }
  if (cause.kind === 'password-reset') {
    const locale = await localeOfUser(database, before.id)
    await queueMail(database, services, newPasswordMail(before, locale))
  }
  if (removedFactors > 0) {
    const also = await recentEmails(services, database, before.id)
    await queueNotice(services, database, before, { kind: 'factors-reset', also })
  }
}

/** The notices to the user about a change of their account. */
function noticesOf({ before, after, fields }: Change, cause: Cause): Notice[] {
  const { email: from, role } = before
  const right = managesOrganization(after)
  // The mail about a link has words of its own, and the first password is no change.
  const isByLink = cause.kind === 'invitation' || cause.kind === 'password-reset'
  return [
    ...(fields.includes('email') && hasCome(before)
      ? [{ kind: 'email-changed', from, to: after.email } as const]
      : []),
    ...(fields.includes('role')
      ? [{ kind: 'role-changed', from: role, to: after.role } as const]
      : []),
    ...(managesOrganization(before) === right
      ? []
      : [{ kind: 'right-changed', isGiven: right } as const]),
    ...(fields.includes('password_hash') && !isByLink
      ? [
          {
            kind: 'password-changed',
            by: isOwnChoice(before, cause) ? 'user' : 'administrator',
          } as const,
        ]
      : []),
  ]
}

/** Before that, the address may be a mistake that belongs to a stranger, who is told nothing. */
function hasCome({ password_hash, last_login_at }: Users): boolean {
  return password_hash !== null || last_login_at !== null
}

export async function announce(
  services: Services,
  database: Database,
  changes: readonly Change[],
): Promise<void> {
  const told = changes.filter(({ fields }) => fields.length > 0)
  await announceUsers(
    services,
    database,
    told.map(({ before, after }) => ({
      id: before.id,
      organizationId: after.organization_id,
      formerOrganizationId: before.organization_id,
      change:
        before.is_active === after.is_active
          ? 'changed'
          : after.is_active === 1
            ? 'activated'
            : 'deactivated',
    })),
  )
}

export function record(
  services: Services,
  database: Database,
  change: Change,
  cause: Cause,
): Promise<void> {
  const { id, role } = change.before
  const actor: Actor =
    'caller' in cause
      ? actorOf(cause.caller)
      : cause.kind === 'operator'
        ? operator
        : { actor_id: id, actor_role: role, address: cause.address }
  const act = { action: actions[cause.kind], target: 'user', targetId: id } as const
  return recordAct(services, database, actor, { ...act, detail: detailOf(change, cause) })
}

const actions: Readonly<Record<Cause['kind'], AuditAction>> = {
  edit: 'user-change',
  'factors-reset': 'factors-reset',
  'own-password': 'password-change',
  invitation: 'invitation-accept',
  'password-reset': 'password-reset',
  operator: 'password-reset',
}

function detailOf({ fields, before, after, removesFactors }: Change, { kind }: Cause): string {
  if (kind === 'edit') return fields.map((field) => wordsOf(field, before, after)).join(', ')
  return kind === 'operator' && removesFactors ? 'with second factors' : ''
}

/** The old and new value of a permission field, but only the field's name for personal data. */
function wordsOf(field: string, before: Users, after: Users): string {
  switch (field) {
    case 'role':
    case 'organization_id':
      return `${field} from ${before[field] ?? 'none'} to ${after[field] ?? 'none'}`
    case 'managed_organization_id':
      return `manages_organization from ${managesOrganization(before)} to ${managesOrganization(after)}`
    case 'is_active':
      return `is_active from ${before.is_active === 1} to ${after.is_active === 1}`
    default:
      return field.replace('_hash', '')
  }
}
