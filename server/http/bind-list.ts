import * as v from 'valibot'
import type { Endpoint, ParsedInputOf } from '../../contract/core/endpoint.ts'
import type { Position } from '../database/keyset.ts'
import { requireUser } from './authentication.ts'
import { type Binding, bindResponse } from './bind.ts'
import type { UserEndpoint } from './call-context.ts'
import { jsonAnswer, notKept } from './json-answer.ts'
import { chunksOf, type ListInput, type ListQuery, openList } from './list-page.ts'
import type { Services } from './services.ts'
import type { Session } from './session.ts'
import { streamAnswer } from './text-stream.ts'

type ListEndpoint<Sort extends string> = UserEndpoint &
  Endpoint<v.GenericSchema<unknown, ListInput<Sort> | undefined>>

interface BoundList<E extends Endpoint, Row extends Position, Sort extends string, Item> {
  readonly item: v.GenericSchema<Item, unknown>
  readonly query: (
    input: NonNullable<ParsedInputOf<E>>,
    session: Session,
  ) => ListQuery<Row, Sort> | Promise<ListQuery<Row, Sort>>
  readonly show: (row: Row) => Item
}

/**
 * Returns a bare list. With a `limit` the response is one page with a `Link` header to the next one;
 * without, it is the whole list, streamed in chunks so that a long list does not block other calls.
 */
export function bindList<
  Sort extends string,
  E extends ListEndpoint<Sort>,
  Row extends Position,
  Item,
>(services: Services, endpoint: E, list: BoundList<E, Row, Sort, Item>): Binding<E> {
  const show = (row: Row) => v.parse(list.item, list.show(row))
  return bindResponse(services, endpoint, async (read, context) => {
    const session = await requireUser(services, context, endpoint)
    const input: NonNullable<ParsedInputOf<E>> = (await read()) ?? {}
    const query = await list.query(input, session)
    const open = await openList(services.database, endpoint, input, query)
    if (input.limit === undefined) {
      const texts = writeList(chunksOf(open.read, open.start), show)
      return streamAnswer(services, texts, { 'Content-Type': 'application/json', ...notKept })
    }
    const { rows, headers } = await open.page(input.limit)
    return jsonAnswer(rows.map(show), { headers })
  })
}

async function* writeList<Row>(
  chunks: AsyncGenerator<readonly Row[]>,
  show: (row: Row) => unknown,
): AsyncGenerator<string> {
  let before = '['
  for await (const rows of chunks) {
    if (rows.length === 0) continue
    yield before + rows.map((row) => JSON.stringify(show(row))).join(',')
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}
