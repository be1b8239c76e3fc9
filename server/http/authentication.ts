import type { HonoRequest } from 'hono'
import { auth as readBasic } from 'hono/utils/basic-auth'
import {
  confirmationRequired,
  forbidden,
  mustAddFactor,
  mustChangePassword,
  notForExtensions,
  unauthorized,
} from '../../contract/core/common-errors.ts'
import type { Restriction } from '../../contract/core/endpoint.ts'
import type { ErrorDefinition } from '../../contract/core/errors.ts'
import { type GatewayAccess, scopeOfAccess } from '../../contract/core/key-scope.ts'
import { mayUse } from '../../contract/core/permissions.ts'
import type { RefusedReason } from '../../contract/gateways/refused-requests.ts'
import { clockSkewMs, minuteMs } from '../core/clock.ts'
import { HttpError } from '../core/http-error.ts'
import type { Cover } from '../core/ports.ts'
import { nameSender } from './body-room.ts'
import type { CallContext, UserEndpoint } from './call-context.ts'
import { subjectOf } from './cover.ts'
import { clientAddress } from './forwarded.ts'
import type { Services } from './services.ts'
import { permittedUser, type Session } from './session.ts'

const errorOf: Readonly<Record<Restriction, ErrorDefinition>> = {
  'own-password': mustChangePassword,
  factor: mustAddFactor,
}

/**
 * @throws HttpError 401 without a valid session (R340), 403 without the permission (R337) or the scope, a password of
 * the user's own, a second factor or a confirmation that the call needs
 */
export async function requireUser(
  services: Services,
  context: CallContext,
  {
    access,
    method,
    path,
    isBackground = false,
    isForExtensions,
    isOpenWhileRestricted,
    requiresRecentConfirmation,
  }: UserEndpoint,
): Promise<Session> {
  const session = await findCaller(services, context, { isBackground })
  if (session === undefined) throw askFor(unauthorized, 'Bearer')
  nameSender(context.req, session.user.id)
  const isOutOfScope = session.scope === 'extension' && isForExtensions !== true
  if (isOutOfScope || (access !== 'signed-in' && !mayUse(permittedUser(session.user), access))) {
    const address = clientAddress(context, services.trustedProxies)
    await services.recordDenial({ user: session.user, address }, `${method} ${path}`)
    throw new HttpError(isOutOfScope ? notForExtensions : forbidden, {})
  }
  if (isOpenWhileRestricted !== true) {
    const restriction = await services.authentication.restrictionOf(services, session)
    if (restriction !== undefined && restriction !== isOpenWhileRestricted) {
      throw new HttpError(errorOf[restriction], {})
    }
  }
  if (requiresRecentConfirmation) requireRecentConfirmation(services, session)
  return session
}

/**
 * For a call that needs it only with some inputs; the endpoint's property is for all of them.
 * @throws HttpError 403 if the user's last proof of who they are is ten minutes old
 */
export function requireRecentConfirmation(
  services: Pick<Services, 'clock'>,
  session: Pick<Session, 'confirmedAt'>,
): void {
  if (!isRecentlyConfirmed(services, session)) throw new HttpError(confirmationRequired, {})
}

/** How long a proof of who the user is counts as recent. */
const confirmationLifeMs = 10 * minuteMs

/** A time in the future was written before the clock was set back, so its age is unknown. */
function isRecentlyConfirmed(
  { clock }: Pick<Services, 'clock'>,
  { confirmedAt }: Pick<Session, 'confirmedAt'>,
): boolean {
  const ageMs = clock().getTime() - Date.parse(confirmedAt)
  return ageMs < confirmationLifeMs && ageMs >= -clockSkewMs
}

/** @returns undefined without a valid session */
export async function findCaller(
  services: Services,
  context: CallContext,
  use?: { readonly isBackground: boolean },
): Promise<Session | undefined> {
  const token = bearerToken(context.req)
  if (token === undefined) return undefined
  return services.authentication.findSession(services, token, use)
}

/** A gateway whose key was accepted. */
export interface AdmittedGateway {
  readonly cover: Cover
  readonly countRefused: (reason: RefusedReason) => Promise<void>
  /** Reads what it sent; counts as refused if it cannot be read. */
  readonly read: <Input>(input: () => Promise<Input> | Input) => Promise<Input>
}

/**
 * The key of a gateway is a bearer token, or the password of Basic authentication.
 * @throws HttpError 401 without a valid key, 403 from a network that is not allowed or with a key of
 * another scope, or of a suspended organization
 */
export async function requireGateway(
  services: Services,
  context: CallContext,
  access: GatewayAccess,
): Promise<AdmittedGateway> {
  const admitted = await services.authentication.admitGateway(services, {
    access,
    given: bearerToken(context.req) ?? basicPassword(context.req),
    address: clientAddress(context, services.trustedProxies),
  })
  const scope = scopeOfAccess[access]
  if ('error' in admitted) {
    const { subject, reason, error } = admitted
    await services.countRefused({ subject, scope, reason })
    throw error
  }
  const { cover } = admitted
  const subject = subjectOf(cover)
  nameSender(context.req, subject)
  const countRefused = (reason: RefusedReason) => services.countRefused({ subject, scope, reason })
  return {
    cover,
    countRefused,
    async read(input) {
      try {
        return await input()
      } catch (cause) {
        if (cause instanceof HttpError) await countRefused('malformed')
        throw cause
      }
    },
  }
}

export function bearerToken(request: HonoRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1]
}

/**
 * Mail filters such as rspamd know no other scheme (RFC 7617). The user name is not read, and the
 * password may contain colons.
 */
function basicPassword(request: HonoRequest): string | undefined {
  return readBasic(request.raw)?.password
}

function askFor(error: ErrorDefinition, challenge: string): HttpError {
  return new HttpError(error, {}, { headers: { 'WWW-Authenticate': challenge } })
}
