import { MalformedAnswerError } from '../api/errors.ts'
import { type FirstPage, type ListEndpoint, loadPage, type Row } from '../api/pages.ts'

type Query = Readonly<Record<string, string>>

/** Loads a list page by page. Only the answer to the newest request counts. */
export function createPagedRows<Item extends Row>(endpoint: ListEndpoint<Item>) {
  let newest = 0
  let next: FirstPage<Item>['next']
  let lastError: unknown

  /** @returns undefined once a newer request has taken the place of this one */
  async function load(query: Query): Promise<FirstPage<Item> | 'failed' | undefined> {
    newest += 1
    const request = newest
    const page = await loadPage(endpoint, query).catch((error: unknown) => {
      lastError = error
      return 'failed' as const
    })
    return request === newest ? page : undefined
  }

  /** @returns the first page; undefined once a newer request has taken the place of this one */
  async function first(query: Query): Promise<FirstPage<Item> | 'failed' | undefined> {
    const page = await load(query)
    if (page !== undefined && page !== 'failed') next = page.next
    return page
  }

  /** @returns the rows of the next page; undefined once a newer request is made */
  async function more(): Promise<readonly Item[] | 'failed' | undefined> {
    if (next === undefined) return []
    const asked = next
    const page = await load(asked)
    if (page === undefined || page === 'failed') return page
    // A link that leads back to the page it came with would never end.
    if (JSON.stringify(page.next) === JSON.stringify(asked)) {
      lastError = new MalformedAnswerError('the next page is the same page')
      return 'failed'
    }
    next = page.next
    return page.rows
  }

  /** Answers that are on their way do not count any more. */
  function forget(): void {
    newest += 1
    next = undefined
  }

  return { first, more, hasMore: () => next !== undefined, lastError: () => lastError, forget }
}

/** A row that other rows have pushed to the next page is shown once. */
export function joinRows<Item extends Row>(rows: readonly Item[], more: readonly Item[]): Item[] {
  return [...new Map([...rows, ...more].map((row) => [row.id, row])).values()]
}
