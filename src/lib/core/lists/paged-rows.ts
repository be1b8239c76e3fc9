import { MalformedAnswerError } from '../api/errors.ts'
import { type FirstPage, type ListEndpoint, loadPage, type Row } from '../api/pages.ts'

type Query = Readonly<Record<string, string>>

/** Loads a list page by page. Only the answer to the newest request counts. */
export function createPagedRows<Item extends Row>(endpoint: ListEndpoint<Item>) {
  let newest = 0
  let next: FirstPage<Item>['next']

  /** @returns undefined once a newer request has taken the place of this one @throws like `call` */
  async function first(query: Query): Promise<FirstPage<Item> | undefined> {
    newest += 1
    const request = newest
    try {
      const page = await loadPage(endpoint, query)
      if (request !== newest) return undefined
      next = page.next
      return page
    } catch (error) {
      if (request !== newest) return undefined
      throw error
    }
  }

  /** @returns the rows of the next page; undefined once a newer request is made */
  async function more(): Promise<readonly Item[] | undefined> {
    if (next === undefined) return []
    const asked = JSON.stringify(next)
    const page = await first(next)
    // A link that leads back to the page it came with would never end.
    if (page && JSON.stringify(page.next) === asked) {
      throw new MalformedAnswerError('the next page is the same page')
    }
    return page?.rows
  }

  /** Answers that are on their way do not count any more. */
  function forget(): void {
    newest += 1
    next = undefined
  }

  return { first, more, hasMore: () => next !== undefined, forget }
}

/** A row that other rows have pushed to the next page is shown once. */
export function joinRows<Item extends Row>(rows: readonly Item[], more: readonly Item[]): Item[] {
  return [...new Map([...rows, ...more].map((row) => [row.id, row])).values()]
}
