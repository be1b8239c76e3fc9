import type { GenericSchema } from 'valibot'
import type { Endpoint } from '../../../../contract/core/endpoint.ts'
import { limits } from '../../../../contract/core/limits.ts'
import { MalformedAnswerError } from './errors.ts'
import { callWithLink } from './http.ts'

export interface Row {
  readonly id: string | number
}

export type ListEndpoint<Item extends Row> = Endpoint<
  GenericSchema<unknown, unknown>,
  GenericSchema<unknown, Item[]>
>

type Query = Readonly<Record<string, string>>

/** The first page of a list; `next` is undefined if there are no more pages. */
export interface FirstPage<Item> {
  readonly rows: readonly Item[]
  readonly next: Query | undefined
  /** Announced where the backend applies search, filters and sort: the rows found, and all of them. */
  readonly search?: { readonly found: number; readonly total: number } | undefined
}

/** A backend without pagination ignores `limit` and returns the whole list. */
export const firstQuery: Query = { limit: String(limits.pageSize) }

/** For lists of which few rows are shown at once. */
export const shortQuery: Query = { limit: '50' }

/** Asks for the beginning of a list that may be long. */
export const openingQuery: Query = { sort: 'name', ...shortQuery }

export function withoutEmpty(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

/** Shorter than a pause to think, longer than the time between two keys. */
export const typingPauseMs = 200

export function loadFirstPage<Item extends Row>(
  endpoint: ListEndpoint<Item>,
): Promise<FirstPage<Item>> {
  return loadPage(endpoint, firstQuery)
}

/**
 * Loads the remaining pages of a list.
 * @returns the whole list without duplicates, which occur if rows are added or removed meanwhile
 * @throws like `call`; never returns a partial list
 */
export async function loadWhole<Item extends Row>(
  endpoint: ListEndpoint<Item>,
  first: FirstPage<Item>,
): Promise<readonly Item[]> {
  if (first.next === undefined) return first.rows
  const rows = new Map(first.rows.map((row) => [row.id, row]))
  const asked = new Set<string>()
  for (let next: Query | undefined = first.next; next !== undefined; ) {
    const address = JSON.stringify(next)
    if (asked.has(address)) throw new MalformedAnswerError(`${endpoint.path} leads in a circle`)
    asked.add(address)
    const page: FirstPage<Item> = await loadPage(endpoint, next)
    for (const row of page.rows) rows.set(row.id, row)
    next = page.next
  }
  return [...rows.values()]
}

export async function loadPage<Item extends Row>(
  endpoint: ListEndpoint<Item>,
  query: Query,
): Promise<FirstPage<Item>> {
  const { output, link } = await callWithLink(endpoint, query)
  return { rows: output, next: nextQuery(link), search: announcedSearch(link) }
}

/**
 * The query of the link to the next page (RFC 8288). The rest of the link is ignored, so that the token
 * is never sent to an address from a response.
 */
export function nextQuery(link: string | null): Query | undefined {
  const next = linkOf(link, /;\s*rel\s*=\s*"?(?:[^";]*\s)?next(?=[\s";,]|$)/i)
  const query = next && new URLSearchParams(next.address.split('?')[1]?.split('#')[0])
  return query && Object.fromEntries(query)
}

/** The numbers in a link to the search of a list; undefined unless both are given. */
function announcedSearch(link: string | null): FirstPage<Row>['search'] {
  const parameters = linkOf(link, /;\s*rel\s*=\s*"?search(?=[\s";,]|$)/i)?.parameters ?? ''
  const found = numberIn(/;\s*found\s*=\s*"?(\d+)/i.exec(parameters))
  const total = numberIn(/;\s*total\s*=\s*"?(\d+)/i.exec(parameters))
  if (!(found <= total)) return undefined
  return { found, total }
}

/** NaN without a match, which no comparison accepts. */
function numberIn(match: RegExpExecArray | null): number {
  return Number(match?.[1])
}

function linkOf(link: string | null, relation: RegExp) {
  for (const [, address = '', parameters = ''] of (link ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    if (relation.test(parameters)) return { address, parameters }
  }
  return undefined
}
