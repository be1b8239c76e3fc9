import { hash } from 'node:crypto'
import { isoAfter } from '../../core/clock.ts'
import type { CallContext } from '../../http/call-context.ts'
import { notKept } from '../../http/json-answer.ts'
import type { Services } from '../../http/services.ts'
import { matchesTag } from '../../http/site/conditional-request.ts'
import { streamOf } from '../../http/text-stream.ts'

/** Without it rspamd 3.13.2 and later ask every 10 minutes only. */
const expiresAfterMs = 15_000

/** Answers a look at a map: with 304 where the caller has it, and without its text to HEAD. */
export async function answerMap(
  services: Pick<Services, 'clock' | 'log'>,
  context: CallContext,
  etag: string,
  write: () => AsyncGenerator<string>,
): Promise<Response> {
  const expires = new Date(isoAfter(services.clock(), expiresAfterMs)).toUTCString()
  const headers = { ...notKept, ETag: etag, Expires: expires }
  if (matchesTag(context.req.header('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  const init = { headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' } }
  if (context.req.method === 'HEAD') return new Response(null, init)
  const texts = write()
  // Until the first text is sent, a failure can still be returned as an error.
  const first = await texts.next()
  async function* all() {
    if (first.done !== true) yield first.value
    yield* texts
  }
  return new Response(streamOf(services, all()), init)
}

export function tagOf(parts: readonly unknown[]): string {
  return `"${hash('sha256', JSON.stringify(parts)).slice(0, 32)}"`
}
