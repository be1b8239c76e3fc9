import type { Hono } from 'hono'
import { HttpError } from '../core/http-error.ts'
import { isReferenceViolation } from '../database/drivers/database-error.ts'
import { releaseBody } from '../http/body-room.ts'
import type { CallContext } from '../http/call-context.ts'
import { noteCall } from '../http/connections/observed-call.ts'
import type { Services } from '../http/services.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './discovery.ts'
import { type Provider, requireProvider } from './provider.ts'
import { errorAnswer, ScimError, type ScimType } from './scim-answer.ts'
import {
  deleteUser,
  getUser,
  listUsers,
  patchUserCall,
  postUser,
  putUser,
  type ScimCall,
} from './user-calls.ts'

/** Every call of SCIM 2.0 that this server answers, below `/api/scim/v2`. */
export const scimCalls: readonly (readonly [method: string, path: string, call: ScimCall])[] = [
  ['GET', '/ServiceProviderConfig', serviceProviderConfig],
  ['GET', '/ResourceTypes', resourceTypes],
  ['GET', '/ResourceTypes/:id', resourceTypes],
  ['GET', '/Schemas', schemas],
  ['GET', '/Schemas/:id', schemas],
  ['GET', '/Users', listUsers],
  ['POST', '/Users', postUser],
  ['GET', '/Users/:id', getUser],
  ['PUT', '/Users/:id', putUser],
  ['PATCH', '/Users/:id', patchUserCall],
  ['DELETE', '/Users/:id', deleteUser],
]

type ReportFailure = (context: CallContext, error: Error) => HttpError

/**
 * SCIM has methods, media types and errors of its own, so that its calls are not in the contract's
 * registry; see docs/decisions/0056-provisioning-with-scim.md.
 */
export function mountScim(
  app: Hono<{ Bindings: CallContext['env'] }>,
  services: Services,
  reportFailure: ReportFailure,
): void {
  const answer = (call: ScimCall, name: string) => async (context: CallContext) => {
    noteCall(context.env?.incoming, name)
    try {
      return await call(services, context, await requireProvider(services, context))
    } catch (cause) {
      return errorAnswer(asScimError(cause, (error) => reportFailure(context, error)))
    } finally {
      releaseBody(context.req)
    }
  }
  for (const [method, path, call] of scimCalls) {
    const place = `/scim/v2${path}`
    app.on(method, `/api${place}`, answer(call, `${method} ${place}`))
  }
  app.all('/api/scim/v2/*', answer(unknownEndpoint, 'other'))
}

async function unknownEndpoint(_: Services, { req }: CallContext, __: Provider): Promise<never> {
  throw new ScimError(404, `There is no ${req.method} at this address`)
}

const scimTypes: Readonly<Record<string, ScimType>> = {
  bad_json: 'invalidSyntax',
  unsupported_type: 'invalidSyntax',
  unsupported_coding: 'invalidSyntax',
  invalid_input: 'invalidValue',
}

function asScimError(cause: unknown, report: (error: Error) => HttpError): ScimError {
  if (cause instanceof ScimError) return cause
  if (cause instanceof HttpError) return fromHttp(cause)
  if (isReferenceViolation(cause)) {
    return new ScimError(404, 'What this belongs to was removed a moment ago')
  }
  return fromHttp(report(cause instanceof Error ? cause : new Error(String(cause))))
}

/** A 422 of other calls is a 400 in SCIM. */
function fromHttp({ status, message, headers, error }: HttpError): ScimError {
  const scimType = scimTypes[error.code]
  return new ScimError(status === 422 ? 400 : status, message, {
    headers,
    ...(scimType === undefined ? {} : { scimType }),
  })
}
