import {
  endInvitationEndpoint,
  hasPassword,
  notInvited,
  sendInvitationEndpoint,
} from '../../../contract/users/admin-invitations.ts'
import {
  invitationsNotOffered,
  unknownUser,
  userInactive,
} from '../../../contract/users/save-user.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError } from '../../core/http-error.ts'
import { noteUser } from '../../database/note-user.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindChange, type Caller } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { localeOfUser, queueMail } from '../../mail/mail.ts'
import { inviterOf, linkMail } from './link-mails.ts'
import { createLink, endLinks } from './links.ts'

type Needed = Pick<Services, 'clock' | 'linkOrigin' | 'mailDomain'>

/** @throws HttpError 409 without PUBLIC_URL or without a way to send mail */
export function requireInvitations({ linkOrigin }: Pick<Services, 'linkOrigin'>): string {
  if (linkOrigin === null) throw new HttpError(invitationsNotOffered, {})
  return linkOrigin
}

/**
 * Invites a user who has no password, within the transaction that creates them or by itself. An earlier
 * invitation ends. The mail is sent once the transaction has committed.
 * @param invitedBy the user who invites; null for an identity provider
 * @throws HttpError 404 for an unknown user, 409 for one who is inactive or has a password
 */
export async function inviteUser(
  services: Needed,
  transaction: Database,
  userId: string,
  invitedBy: string | null,
): Promise<void> {
  const origin = requireInvitations(services)
  const user = await transaction
    .selectFrom('users')
    .select([
      'id',
      'username',
      'email',
      'full_name',
      'password_hash',
      'is_active',
      'organization_id',
    ])
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new HttpError(unknownUser, {}))
  if (user.is_active === 0) throw new HttpError(userInactive, {})
  if (user.password_hash !== null) throw new HttpError(hasPassword, {})
  await endLinks(transaction, [userId])
  const link = await createLink(transaction, services, 'invitation', user, {
    invited_by: invitedBy,
  })
  await noteUser(transaction, userId, { invitation_expires_at: link.expiresAt })
  const locale = await localeOfUser(transaction, userId)
  const inviter = await inviterOf(transaction, user.organization_id, invitedBy)
  await queueMail(
    transaction,
    services,
    linkMail(user, { purpose: 'invitation', ...inviter }, origin, link, locale),
  )
}

/** Invites a user in the name of the caller. @throws HttpError as `inviteUser` */
export async function inviteFor(
  services: Needed,
  transaction: Database,
  caller: Caller,
  id: string,
): Promise<void> {
  await inviteUser(services, transaction, id, caller.user.id)
  await recordAct(services, transaction, actorOf(caller), {
    action: 'invitation-send',
    target: 'user',
    targetId: id,
  })
}

/** Withdraws an invitation in the name of the caller. @throws HttpError 409 without one */
export async function withdrawFor(
  services: Needed,
  transaction: Database,
  caller: Caller,
  id: string,
): Promise<void> {
  if (!(await withdrawInvitation(transaction, id))) throw new HttpError(notInvited, {})
  await recordAct(services, transaction, actorOf(caller), {
    action: 'invitation-withdraw',
    target: 'user',
    targetId: id,
  })
}

/** The user stays, and can be invited again. @returns false without an invitation */
export async function withdrawInvitation(transaction: Database, userId: string): Promise<boolean> {
  await endLinks(transaction, [userId], 'invitation')
  return noteUser(transaction, userId, { invitation_expires_at: null }, (column) =>
    column.and([
      column('invitation_expires_at', 'is not', null),
      column('password_hash', 'is', null),
    ]),
  )
}

/** POST /admin/users/{id}/invitation, an addition. */
export function sendInvitation(services: Services) {
  return bindChange(services, sendInvitationEndpoint, async ({ id }, caller, transaction) => {
    await inviteFor(services, transaction, caller, id)
    return {}
  })
}

/** DELETE /admin/users/{id}/invitation, an addition. */
export function endInvitation(services: Services) {
  return bindChange(services, endInvitationEndpoint, async ({ id }, caller, transaction) => {
    await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new HttpError(unknownUser, {}))
    await withdrawFor(services, transaction, caller, id)
    return {}
  })
}
