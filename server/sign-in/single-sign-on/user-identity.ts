import {
  linkByHandEndpoint,
  noProvider,
  notLinked,
  showIdentityEndpoint,
  unlinkIdentityEndpoint,
} from '../../../contract/sign-in/user-identity.ts'
import { unknownUser } from '../../../contract/users/save-user.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindChange, bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { endSessions } from '../sessions/sessions.ts'
import { findIdentity, linkIdentity } from './identities.ts'

/** GET /admin/users/{id}/single-sign-on. */
export function showIdentity(services: Services) {
  const { database } = services
  return bindUser(services, showIdentityEndpoint, async ({ id }) => {
    const issuer = await issuerOf(database, id)
    const link = issuer === null ? undefined : await findIdentity(database, id, issuer)
    return { link: link ?? null }
  })
}

/** POST /admin/users/{id}/single-sign-on. */
export function linkByHand(services: Services) {
  return bindChange(services, linkByHandEndpoint, async ({ id, subject }, caller, transaction) => {
    const issuer = await issuerOf(transaction, id)
    if (issuer === null) throw new HttpError(noProvider, {})
    const before = await findIdentity(transaction, id, issuer)
    if (before?.subject === subject) return {}
    await linkIdentity(services, transaction, id, { issuer, subject })
    await endSessions(transaction, { of: [id], begunBy: 'single-sign-on' })
    await recordAct(services, transaction, actorOf(caller), {
      action: 'identity-link',
      target: 'user',
      targetId: id,
    })
    return {}
  })
}

/** DELETE /admin/users/{id}/single-sign-on. */
export function unlinkIdentity(services: Services) {
  return bindChange(services, unlinkIdentityEndpoint, async ({ id }, caller, transaction) => {
    const issuer = await issuerOf(transaction, id)
    const link = issuer === null ? undefined : await findIdentity(transaction, id, issuer)
    if (link === undefined) throw new HttpError(notLinked, {})
    await transaction
      .deleteFrom('identity_links')
      .where('user_id', '=', id)
      .where('issuer', '=', link.issuer)
      .execute()
    await endSessions(transaction, { of: [id], begunBy: 'single-sign-on' })
    await recordAct(services, transaction, actorOf(caller), {
      action: 'identity-unlink',
      target: 'user',
      targetId: id,
    })
    return {}
  })
}

/**
 * The issuer of the user's organization; null without one.
 * @throws HttpError 404
 */
async function issuerOf(database: Database, userId: string): Promise<string | null> {
  const user = await database
    .selectFrom('users')
    .leftJoin('identity_providers', 'identity_providers.organization_id', 'users.organization_id')
    .select(['users.id', 'identity_providers.issuer'])
    .where('users.id', '=', userId)
    .where('users.removed_at', 'is', null)
    .executeTakeFirstOrThrow(() => new HttpError(unknownUser, {}))
  return user.issuer
}
