import { wordsForLog } from '../core/log.ts'
import type { Services } from './services.ts'

/** Responses of the API depend on the caller and must not be cached. */
export const notKept = { 'Cache-Control': 'no-store' } as const

const json = { 'Content-Type': 'application/json', ...notKept } as const

/** A constant response, serialized once, when it is first asked for. */
export function preparedAnswer(makeBody: () => unknown): () => Response {
  let bytes: Buffer<ArrayBuffer> | undefined
  return () => {
    bytes ??= Buffer.from(JSON.stringify(makeBody()))
    return new Response(bytes, { headers: json })
  }
}

/**
 * A response with all headers set from the start. Changing them later creates a new response that
 * takes longer to send than the rest of a small call.
 */
export function jsonAnswer(
  body: unknown,
  { status = 200, headers }: { status?: number; headers?: Record<string, string> | undefined } = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: headers === undefined ? json : { ...json, ...headers },
  })
}

/** Whether a client accepts a coding (RFC 9110, section 12.5.3); `q=0` excludes it. */
export function acceptsEncoding(header: string | string[] | undefined, coding: string): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      return name === coding && !parameters.some((text) => /^q=0(?:\.0*)?$/.test(text))
    })
}

/** Whether a client has this content (RFC 9110, section 13.1.2); proxies may mark the tag as weak. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** Produces text as the client reads it, and stops when the client disconnects. */
export function streamOf(
  { log }: Pick<Services, 'log'>,
  texts: AsyncGenerator<string>,
): ReadableStream<Uint8Array> {
  let isWanted = true
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await texts.next()
        // The client disconnected while the text was produced.
        if (!isWanted) return
        if (done === true) controller.close()
        else controller.enqueue(Buffer.from(value))
      } catch (cause) {
        // An aborted response, which no client mistakes for a complete list.
        log('error', 'list broke off', { error: wordsForLog(cause) })
        throw cause
      }
    },
    async cancel() {
      isWanted = false
      await texts.return(undefined)
    },
  })
}
