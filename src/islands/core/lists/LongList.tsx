import { useStore } from '@nanostores/react'
import { listComma } from '../../../lib/core/format/list.ts'
import { formatCount } from '../../../lib/core/i18n/format.ts'
import {
  type LongList,
  longestWhole,
  type SearchedListStore,
} from '../../../lib/core/lists/searched-list.ts'
import { $longListWords } from '../../../lib/core/words/long-list.words.yaml'
import { FailedLoad } from '../parts/FailedLoad.tsx'
import styles from './MoreRows.module.css'
import { MoreRows } from './MoreRows.tsx'

interface LongListNoteProps {
  readonly list: LongList<unknown>
  /** The labels of the sorts that the list does not have. */
  readonly missingSorts: readonly string[]
}

/** Which sorts are missing, and that a search is under way. */
export function LongListNote({ list, missingSorts }: LongListNoteProps) {
  const words = useStore($longListWords)
  const sorts = missingSorts.join(listComma())
  return (
    <div className={styles.note}>
      <p>{words.missingSorts({ sorts, count: formatCount(longestWhole) })}</p>
      <p role="status">{list.pending === 'rows' && words.searching}</p>
    </div>
  )
}

interface LongListEndProps {
  readonly list: LongList<unknown>
  readonly store: Pick<SearchedListStore<unknown>, 'search' | 'more'>
}

/** The way to the next page, or what could not be loaded. */
export function LongListEnd({ list, store }: LongListEndProps) {
  const words = useStore($longListWords)
  if (list.failed === 'rows') {
    return <FailedLoad title={words.failed} error={list.error} onRetry={store.search} />
  }
  if (!list.hasMore) return null
  return (
    <MoreRows
      isPending={list.pending === 'more'}
      failure={list.failed === 'more' ? list.error : undefined}
      onMore={store.more}
    >
      <p>{words.shown({ count: formatCount(list.rows.length) })}</p>
    </MoreRows>
  )
}
