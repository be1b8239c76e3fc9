import * as v from 'valibot'
import {
  signInWithPasswordEndpoint,
  singleSignOnRequired,
  wrongCredentials,
} from '../../../contract/sign-in/sign-in-with-password.ts'
import { recordAct } from '../../audit/audit.ts'
import { HttpError } from '../../core/http-error.ts'
import { hashSecret } from '../../core/secrets.ts'
import { noteUser } from '../../database/note-user.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import { browserWords } from '../../http/browser-words.ts'
import type { CallContext } from '../../http/call-context.ts'
import { clientAddress } from '../../http/forwarded.ts'
import { jsonAnswer } from '../../http/json-answer.ts'
import type { Services } from '../../http/services.ts'
import { noticeNewBrowser } from '../../mail/mail.ts'
import { type Device, deviceCookie, rememberDevice } from './known-devices.ts'
import { isPasswordRefused, maySignIn } from './may-sign-in.ts'
import { startSession } from './sessions.ts'

/** A user as read when the proof was checked. */
export type ProvenUser = Pick<Users, 'id' | 'role' | 'password_hash'>

/** A new session, for `answerSignedIn`. */
interface Begun {
  readonly role: ProvenUser['role']
  readonly token: string
  readonly deviceToken: string
}

/**
 * Begins a session of a user who has proven their identity, whatever the proof. The transaction is the
 * one that uses the proof up, so that a proof never begins two sessions.
 * @throws HttpError 401 if the user was changed while the proof was checked, or has to use single sign-on
 */
export async function beginSession(
  services: Services,
  transaction: Database,
  context: CallContext,
  { id, role, password_hash }: ProvenUser,
  device: Pick<Device, 'token'>,
  { isSingleSignOn = false }: { readonly isSingleSignOn?: boolean } = {},
): Promise<Begun> {
  const now = services.clock()
  const before = await transaction
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'username', 'last_login_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  const isUnchanged = await noteUser(
    transaction,
    id,
    { last_login_at: now.toISOString() },
    // Meanwhile an admin may have changed the password or removed the user.
    (column) =>
      column.and([
        column('password_hash', password_hash === null ? 'is' : '=', password_hash),
        maySignIn(column),
      ]),
  )
  if (before === undefined || !isUnchanged) throw new HttpError(wrongCredentials, {})
  if (!isSingleSignOn && (await isPasswordRefused(transaction, id))) {
    throw new HttpError(singleSignOnRequired, {})
  }
  const address = clientAddress(context, services.trustedProxies)
  await recordAct(
    services,
    transaction,
    { actor_id: id, actor_role: role, address },
    {
      ...{ action: 'sign-in', target: 'user', targetId: id },
      detail: isSingleSignOn ? 'single-sign-on' : '',
    },
  )
  const from = { ...browserWords(context.req.header('user-agent')), address }
  await noticeNewBrowser(services, transaction, before, device.token, from)
  const deviceToken = await rememberDevice(transaction, device, id, now)
  const origin = { ...from, deviceHash: hashSecret(deviceToken), isSingleSignOn }
  return { role, deviceToken, token: await startSession(services, transaction, id, origin) }
}

/** The answer of each call that signs in: the token, and the cookie of the known browser. */
export function answerSignedIn(services: Services, context: CallContext, begun: Begun): Response {
  const answer = { access_token: begun.token, user_role: begun.role }
  return jsonAnswer(v.parse(signInWithPasswordEndpoint.output, answer), {
    headers: { 'Set-Cookie': deviceCookie(services, context, begun.deviceToken) },
  })
}
