import * as v from 'valibot'
import { errorsOf, unknownCall } from '../../../contract/core/common-errors.ts'
import type { Endpoint, OutputOf } from '../../../contract/core/endpoint.ts'
import { errorAnswer } from '../../../contract/core/errors.ts'
import type { createApp } from '../../../server/app.ts'
import { allCalls } from '../worlds/contract.ts'

export type App = ReturnType<typeof createApp>

export interface CallOptions {
  readonly token?: string
  /** Sent as JSON; a text is sent as it is, bytes as a mail. */
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export interface TestAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
  /** The words of a refusal; empty for any other answer. */
  readonly detail: string
  /** The code of an error; empty for any other answer. */
  readonly code: string
  readonly params: object
  readonly fields: readonly { readonly field: string; readonly code: string }[]
  /** The answer as the contract has it; fails the test for any other. */
  output<E extends Endpoint>(endpoint: E): OutputOf<E>
}

function typeOf(body: unknown): string {
  return body instanceof Uint8Array ? 'message/rfc822' : 'application/json'
}

function written(body: unknown): BodyInit {
  if (typeof body === 'string') return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

/** One request to an app in process. */
export async function request(
  app: App,
  method: string,
  path: string,
  { token, body, headers = {} }: CallOptions = {},
): Promise<TestAnswer> {
  const response = await app.request(path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': typeOf(body) }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: written(body) }),
  })
  const text = await response.text()
  const isJson = /^application\/(?:scim\+)?json/.test(response.headers.get('content-type') ?? '')
  const answer: unknown = isJson && text !== '' ? JSON.parse(text) : text
  const refused = v.safeParse(errorAnswer, answer)
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: answer,
    detail: refused.success ? refused.output.detail : '',
    code: refused.success ? refused.output.code : '',
    params: refused.success ? refused.output.params : {},
    fields: refused.success ? (refused.output.fields ?? []) : [],
    output: (endpoint) => v.parse(endpoint.output, answer),
  }
}

const declared = allCalls.map((call) => ({
  method: call.method,
  path: new RegExp(`^/api${call.path.replaceAll(/:\w+/g, '[^/]+')}$`),
  errors: errorsOf(call),
}))

/** Fails the test for an error that the contract does not declare for the call. */
export function requireDeclared(
  method: string,
  url: string,
  { status, code, params, text }: TestAnswer,
): void {
  if (status < 400) return
  const [path = ''] = url.split('?')
  const call = declared.find((known) => known.method === method && known.path.test(path))
  const errors = call?.errors ?? [unknownCall]
  const error = errors.find((known) => known.code === code && known.status === status)
  if (error === undefined || !v.is(error.params, params)) {
    throw new Error(`${method} ${path} declares no such error: ${status} ${text}`)
  }
}

/** One attempt to sign in from an address, as a socket would tell it. */
export function signIn(
  { app }: { readonly app: App },
  username: string,
  password: string,
  address: string,
) {
  return app.request(
    '/api/auth/login',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    },
    { incoming: { socket: { remoteAddress: address } } },
  )
}

export async function isSignedIn({ app }: { readonly app: App }, token: string): Promise<boolean> {
  return (await request(app, 'GET', '/api/auth/me', { token })).status === 200
}
