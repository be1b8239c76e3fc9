import * as v from 'valibot'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { pageInput } from '../../contract/fields/page.ts'
import { wordsForLog } from '../core/log.ts'
import type { Services } from '../core/services.ts'
import { requireUser } from './authentication.ts'
import { type Binding, bindResponse } from './bind.ts'
import type { UserEndpoint } from './call-context.ts'
import { jsonAnswer, notKept } from './json-answer.ts'
import { chunksOf, type ListSource, rowsOf } from './list-source.ts'
import { nextLink } from './next-link.ts'

type ListEndpoint = UserEndpoint & Endpoint<typeof pageInput>
type ItemSchema<Item> = v.GenericSchema<Item, unknown>

/**
 * Returns a bare list. With a `limit` the response is one page with a `Link` header to the next one;
 * without, it is the whole list, streamed in chunks so that a long list does not block other calls.
 */
export function bindList<Row extends { readonly id: string }, Item>(
  services: Services,
  endpoint: ListEndpoint,
  item: ItemSchema<Item>,
  source: ListSource<Row, Item>,
): Binding {
  const show = (row: Row) => v.parse(item, source.show(row))
  return bindResponse(services, endpoint, async (read, context) => {
    await requireUser(services, context, endpoint)
    const { limit, cursor = '', q = '' } = (await read()) ?? {}
    if (limit === undefined) {
      return streamList(services, chunksOf(source, { after: cursor, search: q }), show)
    }
    const { rows, next } = await rowsOf(source, { after: cursor, search: q }, limit)
    const more = { limit: String(limit), cursor: next ?? '', ...(q === '' ? {} : { q }) }
    return jsonAnswer(rows.map(show), {
      headers: next === undefined ? undefined : { Link: nextLink(endpoint, more) },
    })
  })
}

async function streamList<Row>(
  services: Services,
  chunks: AsyncGenerator<readonly Row[]>,
  show: (row: Row) => unknown,
): Promise<Response> {
  // Until the first chunk is sent, a failure can still be returned as an error.
  const first = await chunks.next()
  async function* write() {
    yield '['
    let separator = ''
    for (let chunk = first; chunk.done !== true; chunk = await chunks.next()) {
      if (chunk.value.length === 0) continue
      yield separator + chunk.value.map((row) => JSON.stringify(show(row))).join(',')
      separator = ','
    }
    yield ']'
  }
  return new Response(streamOf(services, write()), {
    headers: { 'Content-Type': 'application/json', ...notKept },
  })
}

/** Produces text as the client reads it, and stops when the client disconnects. */
function streamOf({ log }: Services, texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
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
