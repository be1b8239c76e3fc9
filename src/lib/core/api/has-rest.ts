import { pageSize } from '../../../../contract/core/limits.ts'

/**
 * Whether a list has more than its first page, and is loaded whole (`createSearchedList`). In short, because
 * it runs before any other code.
 * @param link the `Link` header of the first page, as far as there is one
 */
export function hasRest(link: string | null | undefined): boolean {
  const total = Number(/total="?(\d+)/i.exec(link ?? '')?.[1])
  return /rel="?next/i.test(link ?? '') && !(total > pageSize)
}
