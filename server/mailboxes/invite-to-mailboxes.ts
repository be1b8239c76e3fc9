import { baseLocale } from '../../contract/core/locale.ts'
import {
  inviteOwnToMailboxesEndpoint,
  inviteToMailboxesEndpoint,
} from '../../contract/mailboxes/invite-to-mailboxes.ts'
import { mailboxesNotOffered } from '../../contract/mailboxes/own-mailbox.ts'
import { unknownOrganization } from '../../contract/receipts/generate-receipt.ts'
import { tooManyInvitations } from '../../contract/users/invite-own-users.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { dayMs, secondMs } from '../core/clock.ts'
import { blockedUntil, HttpError } from '../core/http-error.ts'
import { pageUrl, wordsIn } from '../core/locale.ts'
import { readWords } from '../core/read-words.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import { waitForPlace } from '../database/counters.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindChange, type Caller } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { queueMail } from '../mail/mail.ts'
import { ownOrganizationOf } from '../organizations/organizations.ts'
import { requireInvitations } from '../sign-in/sign-in.ts'
import { lacksMailbox } from './connections.ts'

const words = readWords(import.meta.dirname, 'invitation.words.yaml')

/** POST /admin/mailbox-invitations. */
export function inviteToMailboxes(services: Services) {
  return bindChange(services, inviteToMailboxesEndpoint, async (input, caller, transaction) => {
    await transaction
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', input.organization_id)
      .executeTakeFirstOrThrow(() => new HttpError(unknownOrganization, {}))
    return inviteAll(services, transaction, caller, input.organization_id)
  })
}

/** POST /organization/mailbox-invitations. */
export function inviteOwnToMailboxes(services: Services) {
  return bindChange(services, inviteOwnToMailboxesEndpoint, (_input, caller, transaction) =>
    inviteAll(services, transaction, caller, ownOrganizationOf(caller)),
  )
}

/** @throws HttpError 409, or 429 where it was done within a day */
async function inviteAll(
  services: Services,
  transaction: Database,
  caller: Caller,
  organizationId: string,
) {
  const origin = requireInvitations(services)
  if (services.sealer === null) throw new HttpError(mailboxesNotOffered, {})
  await takeAdvisoryLock(transaction, `mailbox invitations of ${organizationId}`)
  const before = transaction
    .selectFrom('audit')
    .where('target_id', '=', organizationId)
    .where('action', '=', 'mailbox-invite')
  const waitMs = await waitForPlace(before, 'at', { most: 1, withinMs: dayMs }, services.clock())
  if (waitMs > 0) throw blockedUntil(tooManyInvitations, {}, waitMs / secondMs)
  const users = await transaction
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .select(['users.email', 'users.full_name', 'users.locale', 'organizations.name'])
    .select('organizations.locale as organization_locale')
    .where('users.organization_id', '=', organizationId)
    .where(lacksMailbox)
    .orderBy('users.id')
    .execute()
  for (const { email, full_name, name, locale, organization_locale } of users) {
    const language = locale ?? organization_locale ?? baseLocale
    const { subject, text } = wordsIn(words, language)
    const link = pageUrl(origin, '/dashboard/account', language)
    await queueMail(transaction, services, {
      to: email,
      subject,
      text: text({ name: full_name, organization: name, link }),
    })
  }
  if (users.length > 0) {
    await recordAct(services, transaction, actorOf(caller), {
      action: 'mailbox-invite',
      target: 'organization',
      targetId: organizationId,
      detail: String(users.length),
    })
  }
  return { invited: users.length }
}
