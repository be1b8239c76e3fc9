import { wordsForLog } from '../core/log.ts'
import type { Services } from './services.ts'

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
