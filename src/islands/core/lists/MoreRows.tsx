import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $late } from '../../../lib/core/api/late.ts'
import { $causesWords } from '../../../lib/core/words/causes.words.yaml'
import { $longListWords } from '../../../lib/core/words/long-list.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { Cause } from '../../../ui/Cause.tsx'
import styles from './MoreRows.module.css'

interface MoreRowsProps {
  readonly isPending: boolean
  /** Why the next page could not be loaded; the button tries again. */
  readonly failure: unknown
  readonly onMore: () => Promise<void>
  readonly children?: ReactNode
}

/** The way to the next page of a list, and why it could not be loaded. */
export function MoreRows({ isPending, failure, onMore, children }: MoreRowsProps) {
  const words = useStore($longListWords)
  const { late } = useStore($causesWords)
  const pendingLabel = useStore($late.reads) > 0 ? late : words.loadingMore
  return (
    <div className={styles.more}>
      {failure !== undefined && (
        <div role="alert">
          <p>{words.moreFailed}</p>
          <Cause error={failure} />
        </div>
      )}
      {children}
      <Button variant="secondary" pending={isPending} onClick={() => void onMore()}>
        {isPending ? pendingLabel : words.more}
      </Button>
    </div>
  )
}
