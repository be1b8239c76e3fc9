import { type GenericSchema, safeParse } from 'valibot'
import type { Endpoint, InputOf, OutputOf } from '../../../../contract/core/endpoint.ts'
import { $token, dropToken } from '../storage/token.ts'
import { timeoutMs, urlOf } from './api-base.ts'
import { localeField } from './asked-locale.ts'
import { takeEarlyAnswer } from './early-answers.ts'
import { ConnectionError, HttpError, MalformedAnswerError } from './errors.ts'
import { errorMessagesOf, isErrorAnswer, parseJson } from './http-answer.ts'

/** What a call takes after its endpoint. */
export type CallInput<E extends Endpoint> =
  undefined extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]

/**
 * Makes one call of the contract, or uses the response that the page has already requested.
 * @throws ConnectionError, HttpError or MalformedAnswerError, and nothing else
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: CallInput<E>
): Promise<OutputOf<E>> {
  return (await callWithLink(endpoint, input)).output
}

/**
 * Like `call`, for a list that may be paginated.
 * @returns the answer and its raw `Link` header
 */
export async function callWithLink<E extends Endpoint>(
  endpoint: E,
  input: unknown,
): Promise<{ output: OutputOf<E>; link: string | null }> {
  const token = endpoint.access === 'public' ? undefined : $token.get()
  const { url, body } = requestOf(endpoint, input)
  const mayBeEarly = endpoint.method === 'GET' && token !== undefined
  const early = mayBeEarly ? takeEarlyAnswer(url, token) : undefined
  const answer = await (early === undefined
    ? ask(
        url,
        {
          method: endpoint.method,
          ...(endpoint.sendsCookies ? { credentials: 'include' } : {}),
          headers: {
            accept: 'application/json',
            ...(body === undefined
              ? {}
              : { 'content-type': endpoint.mediaType ?? 'application/json' }),
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          },
          ...(body === undefined ? {} : { body }),
        },
        endpoint.timeoutMs,
      )
    : early.then(read))
  if (answer.isError) {
    // Any call may be the first to find out that the session has ended.
    if (answer.status === 401 && token !== undefined) dropToken(token)
    throw new HttpError(answer.status, errorMessagesOf(answer.json), answer.json)
  }
  const given = endpoint.answerType === undefined ? answer.json : answer.text
  const parsed = safeParse(endpoint.output, given)
  if (!parsed.success) throw new MalformedAnswerError(`${endpoint.method} ${endpoint.path}`)
  return { output: parsed.output, link: answer.link }
}

/** Reads a JSON file of the site; throws like `call`. */
export async function readSiteFile<Output>(
  path: `/${string}.json`,
  schema: GenericSchema<unknown, Output>,
): Promise<Output> {
  const answer = await ask(path, {})
  if (answer.isError) throw new HttpError(answer.status, {})
  const parsed = safeParse(schema, answer.json)
  if (!parsed.success) throw new MalformedAnswerError(path)
  return parsed.output
}

async function ask(url: string, options: RequestInit, mostMs = timeoutMs) {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), mostMs)
  const { signal } = deadline
  const send = (more: RequestInit = {}) => fetchText(url, { ...options, ...more, signal })
  try {
    return read(
      await send().catch((cause: unknown) => {
        // A backend on another origin that allows every origin (`*`) cannot allow cookies, so the
        // browser blocks the response. The retry sends no cookies.
        if (options.credentials !== 'include' || url.startsWith('/')) throw cause
        signal.throwIfAborted()
        return send({ credentials: 'same-origin' })
      }),
    )
  } catch (cause) {
    throw new ConnectionError('no answer', { cause })
  } finally {
    clearTimeout(timer)
  }
}

async function fetchText(url: string, options: RequestInit) {
  const answer = await fetch(url, options)
  const { status, ok } = answer
  return { status, ok, text: await answer.text(), link: answer.headers.get('link') }
}

function read(answer: Awaited<ReturnType<typeof takeEarlyAnswer>>) {
  if (answer === undefined) throw new ConnectionError('no answer')
  const { status, ok, link } = answer
  // A response without content is a success (RFC 9110, 15.3.5).
  const json = status === 204 ? {} : parseJson(answer.text)
  return { status, isError: !ok || isErrorAnswer(json), json, text: answer.text, link }
}

/** Puts fields that the path names into the path, the others into the query or the body. */
function requestOf(endpoint: Endpoint, input: unknown): { url: string; body?: BodyInit } {
  const asked = localeField(endpoint)
  if (input instanceof Uint8Array) {
    return { url: urlOf(endpoint.path, asked), body: new Uint8Array(input) }
  }
  const fields = new Map(Object.entries(input ?? {}))
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(fields.get(name))
    fields.delete(name)
    return encodeURIComponent(value)
  })
  if (endpoint.method === 'GET') return { url: urlOf(path, new Map([...fields, ...asked])) }
  // An input whose fields are all optional is an empty object, and no missing body.
  const isNamed = input !== undefined && path === endpoint.path
  if (fields.size === 0 && !isNamed) return { url: urlOf(path, asked) }
  return { url: urlOf(path, asked), body: JSON.stringify(Object.fromEntries(fields)) }
}
