import * as v from 'valibot'
import type { Endpoint, InputOf, OutputOf } from '../../contract/core/endpoint.ts'
import { errorAnswer } from '../../contract/core/errors.ts'
import type { Locale } from '../../contract/core/locale.ts'

/**
 * Why a call failed: no network, or a server that does not answer; an ended session; an answer that is not
 * Aman's or an older Aman's; or a refusal with its code.
 */
export type Failure = 'offline' | 'ended' | 'strange' | 'old' | 'refused'

export class ServerError extends Error {
  readonly failure: Failure
  readonly code: string

  constructor(failure: Failure, code = '') {
    super(`${failure} ${code}`)
    this.failure = failure
    this.code = code
  }
}

/** Far more than any answer has. */
const mostBytes = 500_000

interface Asked {
  /** The tag of an answer that the caller has. */
  readonly etag?: string
  readonly server: string
  readonly token?: string
  readonly locale?: Locale
  readonly timeoutMs?: number
}

/** @throws ServerError */
export async function askServer<E extends Endpoint>(
  asked: Asked,
  endpoint: E,
  input: InputOf<E>,
): Promise<OutputOf<E>> {
  return readAnswer(await send(asked, endpoint, input), endpoint)
}

export interface Tagged<E extends Endpoint> {
  readonly etag: string
  readonly answer: OutputOf<E>
}

/** @returns undefined if the caller has the answer already. @throws ServerError */
export async function askForNews<E extends Endpoint>(
  asked: Asked,
  endpoint: E,
  input: InputOf<E>,
): Promise<Tagged<E> | undefined> {
  const response = await send(asked, endpoint, input)
  if (response.status === 304) return undefined
  const answer = await readAnswer(response, endpoint)
  return { etag: response.headers.get('etag') ?? '', answer }
}

/** The only place from which the extension sends anything. */
async function send<E extends Endpoint>(
  { server, token, locale, etag, timeoutMs = 10_000 }: Asked,
  endpoint: E,
  input: InputOf<E>,
): Promise<Response> {
  const { method, path } = endpoint
  const query = endpoint.takesLocale && locale !== undefined ? `?locale=${locale}` : ''
  return fetch(`${server}/api${path}${query}`, {
    method,
    headers: {
      ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
      ...(etag === undefined ? {} : { 'If-None-Match': etag }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(input ?? {}) }),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw new ServerError('offline')
  })
}

async function readAnswer<E extends Endpoint>(
  answer: Response,
  { output }: E,
): Promise<OutputOf<E>> {
  const body = await readJson(answer)
  if (answer.ok) {
    const read = v.safeParse(output, body)
    if (!read.success) throw new ServerError('strange')
    return read.output
  }
  const refused = v.safeParse(errorAnswer, body)
  const code = refused.success ? (refused.output.code ?? '') : ''
  if (code === '') throw new ServerError(answer.status >= 500 ? 'offline' : 'strange')
  if (code === 'unknown_call') throw new ServerError('old')
  if (code === 'unauthorized' || code === 'gateway_key_required') throw new ServerError('ended')
  throw new ServerError(answer.status >= 500 ? 'offline' : 'refused', code)
}

/** @returns undefined for what is no JSON */
async function readJson({ body }: Response): Promise<unknown> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read().catch(() => undefined)) ?? { done: true }
    if (done || value === undefined) break
    bytes += value.length
    if (bytes > mostBytes) {
      await reader?.cancel()
      return undefined
    }
    pieces.push(value)
  }
  try {
    return JSON.parse(await new Blob(pieces).text())
  } catch {
    return undefined
  }
}
