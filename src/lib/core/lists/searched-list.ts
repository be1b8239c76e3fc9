import { atom, type ReadableAtom } from 'nanostores'
import { safeParse } from 'valibot'
import { limits } from '../../../../contract/core/limits.ts'
import {
  type FirstPage,
  firstQuery,
  type ListEndpoint,
  loadFirstPage,
  loadPage,
  loadWhole,
  openingQuery,
  type Row,
  shortQuery,
  typingPauseMs,
} from '../api/pages.ts'
import { forgetWithSession } from '../storage/forget.ts'
import { createPagedRows, joinRows } from './paged-rows.ts'

/** All rows, which are searched here, or those of a long list that the backend has found. */
export type SearchedList<Item> =
  | {
      readonly isLong: false
      /** Only the first of them while the others are loading. */
      readonly rows: readonly Item[]
      /** Their number once all are loaded, as far as it is known. */
      readonly total: number
    }
  | LongList<Item>

export interface LongList<Item> {
  readonly isLong: true
  /** The first pages of what was found. */
  readonly rows: readonly Item[]
  readonly found: number
  readonly total: number
  readonly hasMore: boolean
  /** `rows`: the answer to a newer query is on its way; `more`: the next page is. */
  readonly pending: 'none' | 'rows' | 'more'
  /** The part that could not be loaded. */
  readonly failed: 'none' | 'rows' | 'more'
  readonly error?: unknown
}

export interface SearchedListStore<Item> {
  /** Undefined until the first rows are loaded. */
  readonly $list: ReadableAtom<SearchedList<Item> | undefined>
  /**
   * Loads the first rows, or those that are shown again.
   * @returns loads the others, where all are needed
   * @throws like `call`
   */
  readonly load: () => Promise<() => Promise<void>>
  /**
   * Sets search, filter and order of a long list. Text that is typed is asked for once no other key
   * has come for a moment.
   */
  readonly want: (query: Query) => void
  /** Asks for the first rows of a long list. */
  readonly search: () => Promise<void>
  /** Loads the page after the rows that are shown. */
  readonly more: () => Promise<void>
  /** The row with an id, also one of a long list that is not loaded. */
  readonly find: (id: string | number) => Promise<Item | undefined>
  readonly forget: () => void
}

type Query = Readonly<Record<string, string>>

/** A list of more rows is searched by the backend; others are loaded whole, which leaves every sort. */
export const longestWhole = limits.pageSize

const nothing = async () => {}

/**
 * A list of any length. The first call asks for a page without filters: a backend of the specification
 * ignores that and sends all rows. One that announces search says how many there are, and searches
 * the list itself if they are more than one page can have
 * (docs/decisions/0091-long-lists-are-searched-by-the-server.md).
 */
export function createSearchedList<Item extends Row>(
  endpoint: ListEndpoint<Item>,
): SearchedListStore<Item> {
  const $list = atom<SearchedList<Item> | undefined>()
  const pages = createPagedRows(endpoint)
  const { limit: _, ...opening } = openingQuery
  let wanted: Query = opening
  /** The query that was asked for last. */
  let asked = wanted
  let loads = 0
  let typing: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<() => Promise<void>> {
    loads += 1
    clearTimeout(typing)
    const request = loads
    const shown = $list.get()
    if (shown?.isLong) return (await refresh(shown.rows.length)) ? nothing : load()
    const page = await pages.first(shown === undefined ? openingQuery : firstQuery)
    if (page === undefined) return nothing
    if (isLong(page)) {
      asked = shown === undefined ? opening : {}
      showLong(page, page.rows)
      follow()
      return nothing
    }
    // Rows that are shown stay until all are there.
    if (shown === undefined) {
      $list.set({ isLong: false, rows: page.rows, total: page.search?.total ?? page.rows.length })
    }
    return async () => {
      const rows = await loadWhole(endpoint, shown === undefined ? await inLongPages(page) : page)
      if (request !== loads) return
      $list.set({ isLong: false, rows, total: rows.length })
    }
  }

  /**
   * Pages of another size: a backend that announces search takes them where the short one ends; one of
   * another kind may count its pages, and is asked from the beginning.
   */
  async function inLongPages(short: FirstPage<Item>): Promise<FirstPage<Item>> {
    if (short.next === undefined) return short
    if (short.search === undefined) return loadFirstPage(endpoint)
    return { ...short, next: { ...short.next, ...firstQuery } }
  }

  /** @returns whether the list is still long */
  async function refresh(count: number): Promise<boolean> {
    asked = validQuery()
    const limit = Math.min(Math.max(count, Number(shortQuery.limit)), limits.pageSize)
    const page = await pages.first({ ...asked, limit: String(limit) })
    if (page === undefined) return true
    if (!isLong(page)) {
      $list.set(undefined)
      return false
    }
    let rows = page.rows
    while (rows.length < count && pages.hasMore()) {
      const next = await pages.more()
      if (next === undefined) return true
      rows = joinRows(rows, next)
    }
    showLong(page, rows)
    return true
  }

  async function search(): Promise<void> {
    clearTimeout(typing)
    const shown = $list.get()
    if (!shown?.isLong) return
    $list.set({ ...shown, pending: 'rows', failed: 'none' })
    const isLongStill = await refresh(0).catch((error: unknown) => {
      const now = $list.get()
      if (now?.isLong) $list.set({ ...now, pending: 'none', failed: 'rows', error })
    })
    if (isLongStill === false) {
      const rest = await load().catch(() => nothing)
      await rest().catch(nothing)
    }
  }

  async function more(): Promise<void> {
    const shown = $list.get()
    if (!shown?.isLong || shown.pending !== 'none' || !shown.hasMore) return
    $list.set({ ...shown, pending: 'more', failed: 'none' })
    const now = { ...shown, pending: 'none', failed: 'none' } as const
    try {
      const rows = await pages.more()
      if (rows === undefined) return
      $list.set({ ...now, rows: joinRows(shown.rows, rows), hasMore: pages.hasMore() })
    } catch (error) {
      $list.set({ ...now, failed: 'more', error })
    }
  }

  async function find(id: string | number): Promise<Item | undefined> {
    const isWanted = (row: Item) => String(row.id) === String(id)
    const list = $list.get()
    const loaded = list?.rows.find(isWanted)
    if (loaded !== undefined || !list?.isLong) return loaded
    const page = await loadPage(endpoint, { id: String(id) }).catch(() => undefined)
    return page?.rows.find(isWanted)
  }

  function showLong({ search: counts }: LongPage, rows: readonly Item[]): void {
    const hasMore = pages.hasMore()
    $list.set({ isLong: true, rows, ...counts, hasMore, pending: 'none', failed: 'none' })
  }

  function want(query: Query): void {
    wanted = query
    follow()
  }

  function follow(): void {
    clearTimeout(typing)
    if (!$list.get()?.isLong) return
    const query = validQuery()
    if (JSON.stringify(query) === JSON.stringify(asked)) return
    typing = setTimeout(() => void search(), query.q === asked.q ? 0 : typingPauseMs)
  }

  /** A link may name values that the endpoint does not have. */
  function validQuery(): Query {
    const isValid = ([name, value]: [string, string]) =>
      safeParse(endpoint.input, { [name]: value }).success
    return Object.fromEntries(Object.entries(wanted).filter(isValid))
  }

  function forget(): void {
    loads += 1
    clearTimeout(typing)
    pages.forget()
    $list.set(undefined)
  }

  forgetWithSession(forget)

  return { $list, load, want, search, more, find, forget }
}

type LongPage = { readonly search: NonNullable<FirstPage<Row>['search']> }

function isLong<Item>(page: FirstPage<Item>): page is FirstPage<Item> & LongPage {
  return page.search !== undefined && page.search.total > longestWhole
}
