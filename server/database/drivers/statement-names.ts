import { LRUCache } from 'lru-cache'

/** As often must a text come until it has a name. */
const oftenEnough = 5
/** Names for each connection, besides the queries that `prepare` names. */
const mostNames = 100
/** Longer are only the texts of many rows, which come in many lengths. */
const longestText = 5000

/**
 * A search has a plan for its term: one for any term may read the whole table. And what reads `*` fails
 * while a newer server adds columns.
 */
const isPlannedAnew = (text: string) => /\blike\b/i.test(text) || readsAllColumns.test(text)

/**
 * Names texts that come often, so that PostgreSQL plans them once for a connection: of lists, which are
 * made of parts and are not prepared. The first that come often have names for as long as the server runs.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seen = new LRUCache<string, number>({ max: 10 * mostNames })

  /** @returns undefined for a text without a name */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size === mostNames) return known
    if (text.length > longestText || isPlannedAnew(text)) return undefined
    const times = (this.#seen.get(text) ?? 0) + 1
    this.#seen.set(text, times)
    if (times < oftenEnough) return undefined
    const name = `often_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/** Found in statements that read `*`, whose columns change with the table; not in `count(*)` or `2 * 3`. */
export const readsAllColumns = /\b(?:select|returning)\s+\*|\.\*/i
