import * as v from 'valibot'
import type { AnswerOf, Endpoint, ParsedInputOf } from '../../contract/endpoint.ts'
import type { Session } from '../accounts/sessions.ts'
import type { Services } from '../core/services.ts'
import { requireGateway, requireUser } from './authentication.ts'
import type { CallContext, UserEndpoint } from './call-context.ts'
import { clientAddress, requestOrigin } from './forwarded.ts'
import { type Gateway, idempotencyKey } from './idempotency-key.ts'
import { jsonAnswer } from './json-answer.ts'
import { parseInput } from './parse-input.ts'
import { inputReader } from './read-input.ts'

/** One call of the contract together with what answers it. */
export interface Binding {
  readonly endpoint: Endpoint
  readonly respond: (context: CallContext) => Promise<Response>
}

type PublicEndpoint = Endpoint & { readonly access: 'public' }
type GatewayEndpoint = Endpoint & { readonly access: 'gateway' }

/** Answers anybody; `address` is where the request comes from. */
export function bindPublic<E extends PublicEndpoint>(
  services: Services,
  endpoint: E,
  answer: (input: ParsedInputOf<E>, address: string) => Promise<AnswerOf<E>> | AnswerOf<E>,
): Binding {
  return bind(services, endpoint, async (read, context) =>
    answer(await read(), clientAddress(context, services.trustedProxies)),
  )
}

/**
 * Answers the mail gateways of the organization whose key comes along.
 * @param statusOf an answer, where not every answer is a 200
 */
export function bindGateway<E extends GatewayEndpoint>(
  services: Services,
  endpoint: E,
  answer: (input: ParsedInputOf<E>, gateway: Gateway) => Promise<AnswerOf<E>>,
  statusOf?: (answer: AnswerOf<E>) => number,
): Binding {
  return bind(
    services,
    endpoint,
    async (read, context) => {
      const organizationId = await requireGateway(services, context)
      const gateway = { organizationId, idempotencyKey: idempotencyKey(context.req) }
      return answer(await read(), gateway)
    },
    statusOf,
  )
}

/** Who calls, from where, and by which address of this server. */
export interface Caller extends Session {
  readonly address: string
  /** Scheme and host; behind a proxy that rewrites them PUBLIC_URL says better. */
  readonly origin: () => string
}

/** Answers whoever is signed in and holds the endpoint's permission, if it names one. */
export function bindUser<E extends UserEndpoint>(
  services: Services,
  endpoint: E,
  answer: (input: ParsedInputOf<E>, caller: Caller) => Promise<AnswerOf<E>> | AnswerOf<E>,
): Binding {
  return bind(services, endpoint, async (read, context) => {
    const session = await requireUser(services, context, endpoint)
    return answer(await read(), {
      ...session,
      address: clientAddress(context, services.trustedProxies),
      origin: () => requestOrigin(context, services.trustedProxies),
    })
  })
}

/** What the contract does not list never leaves. */
function bind<E extends Endpoint>(
  services: Services,
  endpoint: E,
  answer: (read: ReadInput<E>, context: CallContext) => Promise<AnswerOf<E>>,
  statusOf: (answer: AnswerOf<E>) => number = () => 200,
): Binding {
  return bindResponse(services, endpoint, async (read, context) => {
    const said = await answer(read, context)
    return jsonAnswer(v.parse(endpoint.output, said), { status: statusOf(said) })
  })
}

type ReadInput<E extends Endpoint> = () => Promise<ParsedInputOf<E>>

/** Input is read when it is asked for: who may not call learns nothing about it. */
export function bindResponse<E extends Endpoint>(
  { limits }: Services,
  endpoint: E,
  respond: (read: ReadInput<E>, context: CallContext) => Promise<Response>,
): Binding {
  // The setting may raise what an endpoint says, so that a bench can.
  const limitBytes = Math.max(endpoint.bodyLimitBytes ?? 0, limits.bodyBytes)
  const readInput = inputReader(endpoint, limitBytes)
  return {
    endpoint,
    respond: (context) =>
      respond(async () => parseInput(endpoint.input, await readInput(context.req)), context),
  }
}
