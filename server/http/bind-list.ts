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
 * Answers with a bare list. With a `limit` it is one page, and a `Link` header leads to the next;
 * without, it is everything, written piece by piece so that other calls go on however long it is.
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
  // Before anything is sent a failure is still an answer of its own.
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

/** Makes the next text when there is room for it, and none for a client that went away. */
function streamOf({ log }: Services, texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  let isWanted = true
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await texts.next()
        // Whoever waited for it went away while it was made.
        if (!isWanted) return
        if (done === true) controller.close()
        else controller.enqueue(Buffer.from(value))
      } catch (cause) {
        // The answer breaks off, which no client takes for a whole list.
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
