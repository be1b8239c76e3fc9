import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { PagedResource, ShownRows } from '../../../lib/core/lists/paged-resource.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { FailedLoad } from '../parts/FailedLoad.tsx'
import { MoreRows } from './MoreRows.tsx'

interface LoadedRowsProps<Item, Name extends string> {
  readonly store: PagedResource<Item, Name>
  readonly loading: string
  readonly failed: string
  readonly children: (paged: ShownRows<Item, Name>) => ReactNode
}

/** A list that the server searches, in one of three states, with the way to its next page. */
export function LoadedRows<Item, Name extends string>(props: LoadedRowsProps<Item, Name>) {
  const { store, loading, failed, children } = props
  const paged = useStore(store.$paged)
  if (paged.status === 'loading') return <Spinner label={loading} />
  if (paged.status === 'failed') {
    return <FailedLoad title={failed} error={paged.error} onRetry={store.reload} />
  }
  return (
    <>
      {children(paged)}
      {paged.hasMore && (
        <MoreRows
          isPending={paged.pending === 'more'}
          failure={paged.failure}
          onMore={store.more}
        />
      )}
    </>
  )
}
