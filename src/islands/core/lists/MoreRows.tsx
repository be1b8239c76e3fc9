import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $longListWords } from '../../../lib/core/words/long-list.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { Reference } from '../../../ui/Reference.tsx'
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
  return (
    <div className={styles.more}>
      {failure !== undefined && (
        <div role="alert">
          <p>{words.moreFailed}</p>
          <Reference error={failure} />
        </div>
      )}
      {children}
      <Button variant="secondary" pending={isPending} onClick={() => void onMore()}>
        {isPending ? words.loadingMore : words.more}
      </Button>
    </div>
  )
}
