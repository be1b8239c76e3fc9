import { redirectPage } from '@nanostores/router'
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { type GenericSchema, type InferInput, safeParse } from 'valibot'
import type { Endpoint } from '../../../../contract/core/endpoint.ts'
import { type ListEndpoint, type Row, shortQuery, typingPauseMs } from '../api/pages.ts'
import { $router } from '../navigation/router.ts'
import { forgetWithSession } from '../storage/forget.ts'
import { $token } from '../storage/token.ts'
import { createPagedRows, joinRows } from './paged-rows.ts'

/** The parameters of a list that are in the address; none of them is empty. */
export type ListQuery<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** A list that a screen loads page by page. */
export type Paged<Item, Name extends string> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | {
      readonly status: 'loaded'
      readonly rows: readonly Item[]
      /** The query that these rows answer; the address may already name a newer one. */
      readonly query: ListQuery<Name>
      readonly hasMore: boolean
      /** `rows`: the answer to a newer query is on its way; `more`: the next page is. */
      readonly pending: 'none' | 'rows' | 'more'
      /** Why the next page could not be loaded; `more` tries again. */
      readonly failure: unknown
    }

export type ShownRows<Item, Name extends string> = Extract<
  Paged<Item, Name>,
  { readonly status: 'loaded' }
>

export interface PagedResource<Item, Name extends string> {
  readonly $paged: ReadableAtom<Paged<Item, Name>>
  /** The query in the address. */
  readonly $query: ReadableAtom<ListQuery<Name>>
  /** Changes the query in the address, and the rows follow. An empty value removes a parameter. */
  readonly ask: (change: ListQuery<Name>) => void
  /** Changes another parameter of the address, which the list does not depend on. */
  readonly show: (change: Readonly<Record<string, string>>) => void
  /** Like `ask`, once no other change has come for a moment, for text that is being typed. */
  readonly askSoon: (change: ListQuery<Name>) => void
  /** Whether text that is being typed has not been asked for yet. */
  readonly isTyping: () => boolean
  /** Loads the page after the rows that are shown. */
  readonly more: () => Promise<void>
  readonly reload: () => Promise<void>
  /** Changes rows that are shown, for instance after an action; the server is not asked. */
  readonly change: (edit: (row: Item) => Item) => void
}

/**
 * A list that the server searches, filters and sorts. The query is in the address, so that a reload,
 * a link and Back show the same rows. Only the answer to the newest request counts. A backend that
 * ignores parameters answers with all rows, so this is for lists that the server is known to filter
 * (docs/decisions/0059-messages.md).
 * @param names the parameters of the endpoint that the address carries; invalid values are ignored
 * @param inputOf what the endpoint is asked for, where the address says it in another way
 */
export function createPagedResource<
  Item extends Row,
  Input extends GenericSchema<unknown, unknown>,
  const Name extends keyof NonNullable<InferInput<Input>> & string,
>(
  endpoint: ListEndpoint<Item> & Endpoint<Input>,
  names: readonly Name[],
  inputOf: (query: ListQuery<Name>) => Readonly<Record<string, string>> = (query) => given(query),
): PagedResource<Item, Name> {
  const $paged = atom<Paged<Item, Name>>({ status: 'loading' })
  // As text, so that only a change of the query counts as one.
  const $search = computed($router, (page) => JSON.stringify(pick(page?.search)))
  const $query = computed($search, () => pick($router.get()?.search))
  const pages = createPagedRows(endpoint)
  let isWanted = false
  let typing: ReturnType<typeof setTimeout> | undefined
  let typed: { readonly change: ListQuery<Name>; readonly place: string } | undefined

  function pick(search: Readonly<Record<string, string>> = {}): ListQuery<Name> {
    const picked: Partial<Record<Name, string>> = {}
    for (const name of names) {
      const one: Partial<Record<Name, string>> = {}
      one[name] = search[name]
      if (one[name] && safeParse(endpoint.input, inputOf(one)).success) picked[name] = one[name]
    }
    return picked
  }

  async function reload(): Promise<void> {
    const query = $query.get()
    const shown = $paged.get()
    $paged.set(shown.status === 'loaded' ? { ...shown, pending: 'rows' } : { status: 'loading' })
    try {
      const page = await pages.first({ ...shortQuery, ...inputOf(query) })
      if (page !== undefined) $paged.set(loaded(page.rows, query))
    } catch (error) {
      $paged.set({ status: 'failed', error })
    }
  }

  async function more(): Promise<void> {
    const shown = $paged.get()
    if (shown.status !== 'loaded' || shown.pending !== 'none' || !shown.hasMore) return
    $paged.set({ ...shown, pending: 'more', failure: undefined })
    try {
      const rows = await pages.more()
      const now = $paged.get()
      if (rows === undefined || now.status !== 'loaded') return
      $paged.set(loaded(joinRows(now.rows, rows), now.query))
    } catch (failure) {
      const now = $paged.get()
      if (now.status === 'loaded') $paged.set({ ...now, pending: 'none', failure })
    }
  }

  function change(edit: (row: Item) => Item): void {
    const shown = $paged.get()
    if (shown.status === 'loaded') $paged.set({ ...shown, rows: shown.rows.map(edit) })
  }

  function loaded(rows: readonly Item[], query: ListQuery<Name>): Paged<Item, Name> {
    const hasMore = pages.hasMore()
    return { status: 'loaded', rows, query, hasMore, pending: 'none', failure: undefined }
  }

  function ask(change: ListQuery<Name>): void {
    show(given({ ...takeTyped(), ...change }, true))
  }

  function show(change: Readonly<Record<string, string>>): void {
    const page = $router.get()
    if (page === undefined) return
    const search = Object.entries({ ...page.search, ...change })
    redirectPage($router, page.route, {}, Object.fromEntries(search.filter(([, value]) => value)))
  }

  function askSoon(change: ListQuery<Name>): void {
    typed = { change: { ...takeTyped(), ...change }, place: placeOf($router.get()) }
    typing = setTimeout(() => {
      const last = takeTyped()
      if (last !== undefined) ask(last)
    }, typingPauseMs)
  }

  /**
   * Text that was typed on this screen, tab and view and not asked for yet: the next change brings
   * it along.
   */
  function takeTyped(): ListQuery<Name> | undefined {
    clearTimeout(typing)
    const last = typed
    typed = undefined
    return last?.place === placeOf($router.get()) ? last.change : undefined
  }

  function forget(): void {
    takeTyped()
    pages.forget()
    $paged.set({ status: 'loading' })
  }

  forgetWithSession(() => {
    forget()
    if (isWanted && $token.get() !== undefined) void reload()
  })

  onMount($paged, () => {
    isWanted = true
    const place = placeOf($router.get())
    // On another screen, tab or view the same parameters belong to another list.
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

  const isTyping = () => typed !== undefined

  return { $paged, $query, ask, askSoon, isTyping, show, more, reload, change }
}

/** @param keepsEmpty for a change, in which an empty value removes a parameter */
function given<Name extends string>(
  query: ListQuery<Name>,
  keepsEmpty = false,
): Readonly<Record<string, string>> {
  const known: Record<string, string> = {}
  for (const name in query) {
    const value = query[name] ?? ''
    if (value !== '' || keepsEmpty) known[name] = value
  }
  return known
}

function placeOf(page: ReturnType<typeof $router.get>): string {
  return `${page?.route} ${page?.search.tab ?? ''} ${page?.search.view ?? ''}`
}
