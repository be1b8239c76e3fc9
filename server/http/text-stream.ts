import { wordsForLog } from '../core/log.ts'
import type { Services } from './services.ts'

/**
 * Sends text as the client reads it, and stops when the client disconnects. What fails before the first
 * text is sent can still be answered with an error.
 */
export async function streamAnswer(
  { log }: Pick<Services, 'log'>,
  texts: AsyncGenerator<string>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  let next: Promise<IteratorResult<string>> | undefined = texts.next()
  await next
  let isWanted = true
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await (next ?? texts.next())
        next = undefined
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
  return new Response(stream, { headers })
}
