import { type CompiledQuery, type RawBuilder, type Selectable, sql } from 'kysely'
import * as v from 'valibot'
import type { ParsedInputOf } from '../../../contract/core/endpoint.ts'
import type { Locale } from '../../../contract/core/locale.ts'
import { parseTime } from '../../../contract/core/time.ts'
import { listMessagesEndpoint } from '../../../contract/emails/list-messages.ts'
import { foldForSearch } from '../../core/fold.ts'
import { keepPlan } from '../../database/drivers/prepare.ts'
import { isPostgres } from '../../database/engine.ts'
import { isAtFound, isKept, type Place, placeColumns } from '../../database/kept-mail.ts'
import type { Part, SortColumn } from '../../database/keyset.ts'
import { contains } from '../../database/search-index.ts'
import type { Scans } from '../../database/tables/mail.ts'
import type { Database } from '../../database/tables/tables.ts'
import { askedLocale } from '../../http/asked-locale.ts'
import { requireUser } from '../../http/authentication.ts'
import { bindResponse } from '../../http/bind.ts'
import { jsonAnswer } from '../../http/json-answer.ts'
import { openList } from '../../http/list-page.ts'
import type { Services } from '../../http/services.ts'
import { reasonColumns, showReasons } from '../sentences/sentence.ts'
import { readMoved } from './moved.ts'

const names = [
  ...(['id', 'email_subject', 'sender_domain', 'sender_address', 'threat_level'] as const),
  ...(['received_at', 'disposition', 'delete_after'] as const),
  ...reasonColumns,
  ...(['spf', 'dkim', 'dmarc'] as const),
] as const

export const messageColumns = names.map((name) => `scans.${name}` as const)

type MessageRow = Pick<Selectable<Scans>, (typeof names)[number]>

/** A mail as its recipient sees it. */
export function showMessage(
  { received_at, reason, detection_reason, indicators, spf, dkim, dmarc, ...row }: MessageRow,
  locale: Locale | undefined,
) {
  return {
    ...row,
    timestamp: received_at,
    ...showReasons({ reason, detection_reason, indicators }, locale),
    authentication: { spf, dkim, dmarc },
  }
}

const usualPage = 50
/** More words than a person remembers of a mail. */
const mostWords = 8

const sorts = {
  timestamp: { column: 'scans.received_at', type: 'text', isUnique: false },
  sender: { column: 'scans.sender_domain', type: 'text', isUnique: false },
} as const satisfies Record<string, SortColumn>

/** GET /messages, an addition: the caller's own mail, newest first. */
export function listMessages(services: Services) {
  const { database, clock } = services
  return bindResponse(services, listMessagesEndpoint, async (read, context) => {
    const { user } = await requireUser(services, context, listMessagesEndpoint)
    const input = (await read()) ?? {}
    const locale = askedLocale(context, listMessagesEndpoint)
    const list = await openList(
      database,
      listMessagesEndpoint,
      { ...input, locale },
      {
        table: {
          name: 'scans',
          read: (part) => findMessages(database, part, input.q !== undefined),
          scope: allOf([
            sql<boolean>`scans.user_id = ${user.id}`,
            isKept(clock()),
            ...conditionsOf(input),
          ]),
          isShort: true,
        },
        sorts,
        usual: { sort: 'timestamp', order: 'desc' },
        searchesItself: true,
      },
    )
    const { rows, headers } = await list.page(input.limit ?? usualPage)
    const withFate = await readMoved(database, user.id)
    return jsonAnswer(
      v.parse(
        listMessagesEndpoint.output,
        rows.map((row) => withFate(showMessage(row, locale))),
      ),
      { headers },
    )
  })
}

type Input = NonNullable<ParsedInputOf<typeof listMessagesEndpoint>>

function conditionsOf({ level, from, to, q = '' }: Input): RawBuilder<boolean>[] {
  const words = foldForSearch(q).split(/\s+/u).filter(Boolean).slice(0, mostWords)
  return [
    ...words.map((word) => contains('scans.search_text', word)),
    ...(level === undefined ? [] : [sql<boolean>`scans.threat_level = ${level}`]),
    ...bound('>=', from),
    ...bound('<', to),
  ]
}

function bound(operator: '>=' | '<', text = ''): RawBuilder<boolean>[] {
  const time = parseTime(text)
  if (time === undefined) return []
  return [sql<boolean>`scans.received_at ${sql.raw(operator)} ${time.toISOString()}`]
}

/**
 * A search takes two steps, so that everything but the rows of the page is read from the index
 * `scans_by_time`, which takes a tenth of the time where few of a hundred thousand mails match. On PostgreSQL
 * each row that is found without a search is of the page.
 */
async function findMessages(database: Database, part: Part, isSearch: boolean) {
  const { condition, sortKey, order, limit } = part
  const columns = [...messageColumns, sortKey.as('sort_key')] as const
  const rows = database.selectFrom('scans').select(columns).orderBy(order)
  if (!isPostgres(database)) {
    const found = sql<string>`(select scans.id from scans where ${condition} order by ${order} limit ${sql.lit(limit)})`
    return rows.where(sql<boolean>`scans.id in ${found}`).execute()
  }
  if (!isSearch) return readByKeptPlan(database, rows.where(condition).limit(limit).compile())
  const places = sql.join(placeColumns.map((name) => sql.ref(name)))
  const found = sql<Place>`(select ${places} from scans where ${condition} order by ${order} limit ${limit})`
  const ofPage = database
    .selectFrom(found.as('found'))
    .innerJoin('scans', (join) => join.on(isAtFound()))
    .select(columns)
    .orderBy(order)
  return readByKeptPlan(database, ofPage.compile())
}

/**
 * The texts differ in filters and in the number of words alone. The limit is a parameter: with a number,
 * PostgreSQL takes a user for one of few mails, and would read and sort all that there are. For any limit it
 * reads them in their order, and stops.
 */
async function readByKeptPlan<Row>(database: Database, query: CompiledQuery<Row>) {
  return (await database.executeQuery<Row>(keepPlan(query))).rows
}

function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
