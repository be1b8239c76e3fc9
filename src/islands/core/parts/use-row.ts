import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Row } from '../../../lib/core/api/pages.ts'
import type { SearchedListStore } from '../../../lib/core/lists/searched-list.ts'

/**
 * The row of a list with an id; of a long list also one that is not loaded.
 * @returns undefined where there is no such row, or not yet
 */
export function useRow<Item extends Row>(
  { $list, find }: SearchedListStore<Item>,
  id: string | number | null | undefined,
): Item | undefined {
  const list = useStore($list)
  const [found, setFound] = useState<Item>()
  const isWanted = (row: Item) => String(row.id) === String(id)
  const loaded = list?.rows.find(isWanted)
  const isMissing = Boolean(id) && list?.isLong === true && loaded === undefined
  useEffect(() => {
    if (!isMissing) return
    let isOver = false
    void find(id ?? '').then((row) => {
      if (!isOver) setFound(row)
    })
    return () => {
      isOver = true
    }
  }, [find, id, isMissing])
  return loaded ?? (found !== undefined && isWanted(found) ? found : undefined)
}
