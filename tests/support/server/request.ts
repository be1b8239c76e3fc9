import * as v from 'valibot'
import type { Endpoint, OutputOf } from '../../../contract/core/endpoint.ts'
import { errorAnswer } from '../../../contract/core/errors.ts'
import type { createApp } from '../../../server/app.ts'

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
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const answer: unknown = isJson ? JSON.parse(text) : text
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
