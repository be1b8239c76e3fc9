import { redirectPage } from '@nanostores/router'
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import type { GenericSchema, InferInput } from 'valibot'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { $router } from '../navigation/router.ts'
import { forgetWithSession } from '../session/forget.ts'
import { $token } from '../session/token.ts'
import { type FirstPage, firstQuery, type ListEndpoint, loadPage, type Row } from './pages.ts'

/** The parameters of a list that stand in the address; none of them is empty. */
export type ListQuery<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** What a screen shows of a list that it loads page by page: one state at a time. */
export type Paged<Item, Name extends string> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | {
      readonly status: 'loaded'
      readonly rows: readonly Item[]
      /** The query that these rows answer; the address may already name a newer one. */
      readonly query: ListQuery<Name>
      readonly hasMore: boolean
      /** `rows`: the answer to a newer query is on its way; `more`: the next page is. */
      readonly pending: 'none' | 'rows' | 'more'
      /** The next page could not be loaded; `more` tries again. */
      readonly isMoreFailed: boolean
    }

export interface PagedResource<Item, Name extends string> {
  readonly $paged: ReadableAtom<Paged<Item, Name>>
  readonly $query: ReadableAtom<ListQuery<Name>>
  /** Changes the query in the address, and the rows follow. An empty value removes a parameter. */
  readonly ask: (change: ListQuery<Name>) => void
  /** Loads the page after the rows that are shown. */
  readonly more: () => Promise<void>
  readonly reload: () => Promise<void>
}

/**
 * A list that the server searches, filters and sorts. The query stands in the address, so that a
 * reload, a link and Back show the same rows. Only the answer to the newest request counts, and the
 * requests before it are aborted. A backend that ignores parameters answers with all rows: use this
 * only for a list that the server is known to filter (docs/decisions/0043).
 * @param names the parameters of the endpoint that the address carries
 */
export function createPagedResource<
  Item extends Row,
  Input extends GenericSchema<unknown, unknown>,
  const Name extends keyof NonNullable<InferInput<Input>> & string,
>(
  endpoint: ListEndpoint<Item> & Endpoint<Input>,
  names: readonly Name[],
): PagedResource<Item, Name> {
  const $paged = atom<Paged<Item, Name>>({ status: 'loading' })
  // As text, so that only a change of the query counts as one.
  const $search = computed($router, (page) => JSON.stringify(pick(page?.search, names)))
  const $query = computed($search, () => pick($router.get()?.search, names))
  let newest = new AbortController()
  let next: FirstPage<Item>['next']
  let isWanted = false

  /** @returns undefined once a newer request has taken the place of this one */
  async function load(query: Readonly<Record<string, string>>) {
    newest.abort()
    newest = new AbortController()
    const { signal } = newest
    const page = await loadPage(endpoint, query, signal).catch(() => 'failed' as const)
    return signal.aborted ? undefined : page
  }

  async function reload(): Promise<void> {
    const query = $query.get()
    const shown = $paged.get()
    $paged.set(shown.status === 'loaded' ? { ...shown, pending: 'rows' } : { status: 'loading' })
    const page = await load({ ...firstQuery, ...query })
    if (page === undefined) return
    if (page === 'failed') return $paged.set({ status: 'failed' })
    next = page.next
    $paged.set(loaded(page.rows, query))
  }

  async function more(): Promise<void> {
    const shown = $paged.get()
    if (shown.status !== 'loaded' || shown.pending !== 'none' || next === undefined) return
    $paged.set({ ...shown, pending: 'more', isMoreFailed: false })
    const asked = next
    const page = await load(asked)
    if (page === undefined) return
    // A link that leads back to the page it came with would never end.
    if (page === 'failed' || JSON.stringify(page.next) === JSON.stringify(asked)) {
      return $paged.set({ ...shown, pending: 'none', isMoreFailed: true })
    }
    next = page.next
    // A row that other rows have pushed to the next page is shown once.
    const rows = new Map([...shown.rows, ...page.rows].map((row) => [row.id, row]))
    $paged.set(loaded([...rows.values()], shown.query))
  }

  function loaded(rows: readonly Item[], query: ListQuery<Name>): Paged<Item, Name> {
    const hasMore = next !== undefined
    return { status: 'loaded', rows, query, hasMore, pending: 'none', isMoreFailed: false }
  }

  function ask(change: ListQuery<Name>): void {
    const page = $router.get()
    if (page === undefined) return
    const search = Object.entries({ ...page.search, ...change })
    const given = search.filter((entry): entry is [string, string] => Boolean(entry[1]))
    redirectPage($router, page.route, {}, Object.fromEntries(given))
  }

  function forget(): void {
    newest.abort()
    next = undefined
    $paged.set({ status: 'loading' })
  }

  forgetWithSession(() => {
    forget()
    if (isWanted && $token.get() !== undefined) void reload()
  })

  onMount($paged, () => {
    isWanted = true
    const place = placeOf($router.get())
    // On another screen or tab the same parameters belong to another list.
    const stop = $search.listen(() => {
      if (placeOf($router.get()) === place) void reload()
    })
    void reload()
    return () => {
      isWanted = false
      stop()
      forget()
    }
  })

  return { $paged, $query, ask, more, reload }
}

function pick<Name extends string>(
  search: Readonly<Record<string, string>> = {},
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const picked: Partial<Record<Name, string>> = {}
  for (const name of names) if (search[name]) picked[name] = search[name]
  return picked
}

function placeOf(page: ReturnType<typeof $router.get>): string {
  return `${page?.route} ${page?.search.tab ?? ''}`
}
