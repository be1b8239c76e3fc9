import type { HonoRequest } from 'hono'
import * as v from 'valibot'
import type { AnswerOf, Endpoint, ParsedInputOf } from '../../contract/core/endpoint.ts'
import type { Locale } from '../../contract/core/locale.ts'
import { invalidField } from '../core/http-error.ts'
import type { Database } from '../database/tables/tables.ts'
import { askedLocale, localeParameter } from './asked-locale.ts'
import { type AdmittedGateway, requireGateway, requireUser } from './authentication.ts'
import type { CallContext, UserEndpoint } from './call-context.ts'
import { clientAddress, requestOrigin } from './forwarded.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { jsonAnswer } from './json-answer.ts'
import { parseInput } from './parse-input.ts'
import { readBytes, readJson } from './read-body.ts'
import type { Services } from './services.ts'
import type { Session } from './session.ts'

/** One call of the contract with its implementation. */
export interface Binding<E extends Endpoint = Endpoint> {
  readonly endpoint: E
  readonly respond: (context: CallContext) => Promise<Response>
}

type PublicEndpoint = Endpoint & { readonly access: 'public' }
type GatewayEndpoint = Endpoint & { readonly access: 'gateway' }

/** Binds a public call; `address` is the client's IP address. */
export function bindPublic<E extends PublicEndpoint>(
  services: Services,
  endpoint: E,
  answer: (input: ParsedInputOf<E>, address: string) => Promise<AnswerOf<E>> | AnswerOf<E>,
): Binding<E> {
  return bind(services, endpoint, async (read, context) =>
    answer(await read(), clientAddress(context, services.trustedProxies)),
  )
}

interface CallingGateway extends Pick<AdmittedGateway, 'cover' | 'countRefused'> {
  readonly idempotencyKey: string | undefined
}

/**
 * Binds a call of mail gateways, authenticated by the key of their organization or of the operator.
 * @param statusOf returns the status of an answer; the default is 200
 */
export function bindGateway<E extends GatewayEndpoint>(
  services: Services,
  endpoint: E,
  answer: (input: ParsedInputOf<E>, gateway: CallingGateway) => Promise<AnswerOf<E>>,
  statusOf?: (answer: AnswerOf<E>) => number,
): Binding<E> {
  return bind(
    services,
    endpoint,
    async (read, context) => {
      const admitted = await requireGateway(services, context, endpoint.access)
      const { cover, countRefused } = admitted
      const key = await admitted.read(() =>
        endpoint.takesIdempotencyKey ? idempotencyKey(context.req) : undefined,
      )
      const input = await admitted.read(read)
      if ('organizationId' in cover) await services.noteReport(cover.organizationId)
      return answer(input, { cover, countRefused, idempotencyKey: key })
    },
    statusOf,
  )
}

/** The signed-in user of a call, the client's address and the server's origin in the request. */
export interface Caller extends Session {
  readonly address: string
  /** Scheme and host as in the request; PUBLIC_URL is needed behind a proxy that rewrites them. */
  readonly origin: () => string
  /** The language that the call asks for; undefined if it names none that is known. */
  readonly locale: Locale | undefined
}

/** Binds a call of signed-in users with the endpoint's permission, if it names one. */
export function bindUser<E extends UserEndpoint>(
  services: Services,
  endpoint: E,
  answer: (input: ParsedInputOf<E>, caller: Caller) => Promise<AnswerOf<E>> | AnswerOf<E>,
): Binding<E> {
  return bind(services, endpoint, async (read, context) => {
    const session = await requireUser(services, context, endpoint)
    return answer(await read(), {
      ...session,
      address: clientAddress(context, services.trustedProxies),
      origin: () => requestOrigin(context, services.trustedProxies),
      locale: askedLocale(context, endpoint),
    })
  })
}

/** Binds a call of signed-in users that changes data, all of it in one transaction. */
export function bindChange<E extends UserEndpoint>(
  services: Services,
  endpoint: E,
  change: (input: ParsedInputOf<E>, caller: Caller, transaction: Database) => Promise<AnswerOf<E>>,
): Binding<E> {
  return bindUser(services, endpoint, (input, caller) =>
    services.database.transaction().execute((transaction) => change(input, caller, transaction)),
  )
}

interface Upload extends Pick<Caller, 'locale'> {
  /** With its parameters. */
  readonly mediaType: string
}

/** Binds a call of signed-in users whose body is read when its handler asks for it. */
export function bindUpload<E extends UserEndpoint>(
  services: Services,
  endpoint: E,
  answer: (read: ReadInput<E>, session: Session, upload: Upload) => Promise<AnswerOf<E>>,
): Binding<E> {
  return bind(services, endpoint, async (read, context) => {
    const session = await requireUser(services, context, endpoint)
    return answer(read, session, {
      mediaType: context.req.header('content-type') ?? '',
      locale: askedLocale(context, endpoint),
    })
  })
}

/** Parses the answer with the contract, which drops fields that it does not list. */
function bind<E extends Endpoint>(
  services: Services,
  endpoint: E,
  answer: (read: ReadInput<E>, context: CallContext) => Promise<AnswerOf<E>>,
  statusOf: (answer: AnswerOf<E>) => number = () => 200,
): Binding<E> {
  return bindResponse(services, endpoint, async (read, context) => {
    const result = await answer(read, context)
    return jsonAnswer(v.parse(endpoint.output, result), { status: statusOf(result) })
  })
}

type ReadInput<E extends Endpoint> = () => Promise<ParsedInputOf<E>>

/** Parses the input only on demand, so that unauthorized callers get no validation errors. */
export function bindResponse<E extends Endpoint>(
  { limits }: Services,
  endpoint: E,
  respond: (read: ReadInput<E>, context: CallContext) => Promise<Response>,
): Binding<E> {
  // The setting may raise the endpoint's limit, for benchmarks.
  const limitBytes = Math.max(endpoint.bodyLimitBytes ?? 0, limits.bodyBytes)
  const readInput = inputReader(endpoint, limitBytes)
  return {
    endpoint,
    respond: (context) =>
      respond(async () => parseInput(endpoint.input, await readInput(context.req)), context),
  }
}

/**
 * Reads all fields of a request as one input: those that the path names, and the others from the query
 * of a GET or the JSON body of other methods; undefined for an empty request. A body of another media
 * type is the whole input.
 */
function inputReader(
  endpoint: Endpoint,
  limitBytes: number,
): (request: HonoRequest) => Promise<unknown> {
  const { mediaType } = endpoint
  if (mediaType !== undefined) return (request) => readBytes(request, mediaType, limitBytes)
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return async (request) => {
    const sent =
      endpoint.method === 'GET' ? readQuery(request, endpoint) : await readJson(request, limitBytes)
    return names.length === 0 ? sent : withPath(request, names, sent)
  }
}

function withPath(request: HonoRequest, names: readonly string[], sent: unknown): unknown {
  const named = names.map((name) => [name, request.param(name) ?? ''] as const)
  if (sent === undefined) return Object.fromEntries(named)
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw invalidField('', 'not_an_object', {})
  }
  for (const [name] of named) {
    if (Object.hasOwn(sent, name)) throw invalidField(name, 'in_path_already', {})
  }
  return { ...sent, ...Object.fromEntries(named) }
}

function readQuery(
  request: HonoRequest,
  { input, takesLocale }: Endpoint,
): Record<string, string> | undefined {
  if (!request.url.includes('?')) return undefined
  const entries = Object.entries(request.queries()).filter(
    // It says how the call is answered, and is no part of the input.
    ([name]) => !takesLocale || name !== localeParameter,
  )
  if (entries[0] === undefined) return undefined
  if (input.type === 'undefined') throw invalidField(entries[0][0], 'unknown', {})
  return Object.fromEntries(
    entries.map(([name, [value = '', ...more]]) => {
      if (more.length > 0) throw invalidField(name, 'repeated', {})
      return [name, value]
    }),
  )
}
