import type { FetchOptions } from 'ofetch'
import { type GenericSchema, safeParse } from 'valibot'
import type { Endpoint, InputOf, OutputOf } from '../../../../contract/core/endpoint.ts'
import { baseLocale } from '../../../../contract/core/locale.ts'
import { $locale } from '../i18n/i18n.ts'
import { $token, dropToken } from '../storage/token.ts'
import { timeoutMs, urlOf } from './api-base.ts'
import { takeEarlyAnswer } from './early-answers.ts'
import { ConnectionError, type ErrorMessages, HttpError, MalformedAnswerError } from './errors.ts'
import { countLate } from './late.ts'
import { whileStaying } from './while-staying.ts'

/** @returns undefined for an empty body, and the text of a body that is not JSON, such as an error page */
export function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Whether a response reports a failure in its body, whatever its status (R007). */
export function isErrorAnswer(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'success' in json && json.success === false
}

export function errorMessagesOf(json: unknown): ErrorMessages {
  if (typeof json !== 'object' || json === null) return {}
  const fields = new Map(Object.entries(json))
  const words: { -readonly [Key in keyof ErrorMessages]: string } = {}
  for (const key of ['detail', 'error', 'message'] as const) {
    const text = readable(fields.get(key))
    if (text !== '') words[key] = text
  }
  return words
}

/** A string, or the messages of a list of validation problems; otherwise empty. */
function readable(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (!Array.isArray(value)) return ''
  return value
    .map((item: unknown) =>
      typeof item === 'object' && item !== null && 'msg' in item ? item.msg : item,
    )
    .filter((item) => typeof item === 'string' && item !== '')
    .join(', ')
}

/** The field that asks for an answer in the language of the page; none in English. */
export function localeField({ takesLocale }: Endpoint): [string, unknown][] {
  const locale = $locale.get()
  return takesLocale && locale !== baseLocale ? [['locale', locale]] : []
}

/** The input that follows a call's endpoint. */
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

/** Follows a long answer. */
export interface Watch {
  /** Gives the call up, which then throws. */
  readonly signal: AbortSignal
  /** Reads the text as it arrives. */
  readonly read: (body: ReadableStream<Uint8Array>) => Promise<string>
}

/**
 * Like `call`, for a list that may be paginated.
 * @returns the answer and its raw `Link` header
 */
export async function callWithLink<E extends Endpoint>(
  endpoint: E,
  input: unknown,
  watch?: Watch,
): Promise<{ output: OutputOf<E>; link: string | null }> {
  const token = endpoint.access === 'public' ? undefined : $token.get()
  const { url, body } = requestOf(endpoint, input)
  const mayBeEarly = endpoint.method === 'GET' && token !== undefined
  const askedAtMs = globalThis.earlyAnswers?.askedAtMs
  const early = mayBeEarly ? takeEarlyAnswer(url, token) : undefined
  const asking =
    early === undefined
      ? ask(
          url,
          {
            method: endpoint.method,
            ...(endpoint.sendsCookies ? cookiesFor(url) : {}),
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
          watch,
        )
      : whileStaying(async () => read(await early, askedAtMs))
  const answer = await countLate(endpoint, asking, early && askedAtMs)
  if (answer.isError) {
    // Any call may be the first to find out that the session has ended.
    if (answer.status === 401 && token !== undefined) dropToken(token)
    throw new HttpError(answer.status, errorMessagesOf(answer.json), answer.json, answer.id)
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

type Request = FetchOptions<'text' | 'stream'>

async function ask(url: string, request: Request, mostMs = timeoutMs, watch?: Watch) {
  const controller = new AbortController()
  const { signal } = controller
  const deadline = Promise.withResolvers<never>()
  // For the client's code and the body, too: ofetch's own timeout ends with the headers.
  const giveUp = () => {
    controller.abort()
    deadline.reject(signal.reason)
  }
  const timer = setTimeout(giveUp, mostMs)
  watch?.signal.addEventListener('abort', giveUp)
  try {
    const answered = () =>
      Promise.race([send(url, { ...request, signal }, watch), deadline.promise])
    return read(await whileStaying(answered))
  } catch (error) {
    throw new ConnectionError('no answer', {
      cause: causeOf(error),
      isTimeout: signal.aborted && watch?.signal.aborted !== true,
    })
  } finally {
    clearTimeout(timer)
  }
}

type Client = typeof import('./http-client.ts').client

let client: Client | undefined
let failedLoads = 0

/**
 * Loads the code that sends requests, once; early answers come without it, so that no content waits for
 * it. After a failure the next call tries again.
 */
export async function loadClient(): Promise<Client> {
  if (client !== undefined) return client
  try {
    client = (await importClient()).client
    return client
  } catch (error) {
    failedLoads += 1
    throw error
  }
}

function importClient(): Promise<typeof import('./http-client.ts')> {
  // Firefox repeats the failure of an import for as long as the document is open, but not for another
  // address. The build writes the address into the page.
  const named = 'meta[name=http-client]'
  const address = failedLoads > 0 && document.querySelector<HTMLMetaElement>(named)?.content
  if (!address) return import('./http-client.ts')
  return import(/* @vite-ignore */ `${address}?${failedLoads}`)
}

async function send(url: string, request: Request, watch?: Watch) {
  // Once the code is there, a request leaves at once.
  const { raw } = client ?? (await loadClient())
  const responseType = watch === undefined ? 'text' : 'stream'
  const answer = await raw<string, 'text' | 'stream'>(url, { ...request, responseType })
  const { status, ok, headers, _data: body = '' } = answer
  const text = typeof body === 'string' ? body : ((await watch?.read(body)) ?? '')
  return { status, ok, text, link: headers.get('link'), id: headers.get('x-request-id') }
}

/**
 * A backend on another origin that allows every origin (`*`) cannot allow cookies, so the browser blocks
 * the response. The retry sends no cookies.
 */
const againWithoutCookies: Request = {
  retry: 1,
  onRequestError(context) {
    context.options = { ...context.options, credentials: 'same-origin' }
  },
}

function cookiesFor(url: string): Request {
  return { credentials: 'include', ...(url.startsWith('/') ? {} : againWithoutCookies) }
}

/** An error of ofetch holds its whole request, with the token and the password in it. */
function causeOf(error: unknown): unknown {
  return error instanceof Error ? (error.cause ?? error) : error
}

/** @param askedAtMs when the page made a request of its own, whose failure comes without a reason */
function read(answer: Awaited<ReturnType<typeof takeEarlyAnswer>>, askedAtMs = Date.now()) {
  if (answer === undefined) {
    const isTimeout = Date.now() - askedAtMs >= timeoutMs
    throw new ConnectionError('no answer', { isTimeout })
  }
  const { status, ok, link, id } = answer
  // A response without content is a success (RFC 9110, 15.3.5).
  const json = status === 204 ? {} : parseJson(answer.text)
  return { status, isError: !ok || isErrorAnswer(json), json, text: answer.text, link, id }
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
