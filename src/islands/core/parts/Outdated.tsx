import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { displayMoment } from '../../../lib/core/i18n/format.ts'
import { $dashboardWords } from '../../../lib/core/words/dashboard.words.yaml'
import { $outdatedWords } from '../../../lib/core/words/outdated.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { Cause } from '../../../ui/Cause.tsx'
import styles from './Outdated.module.css'

interface OutdatedProps {
  readonly failed: string
  readonly shown: { readonly loadedAt: Date; readonly failure?: unknown }
  readonly onRetry: (event: MouseEvent<HTMLButtonElement>) => void
}

/** Says that a refresh failed, why, and from when the figures below are. */
export function Outdated({ failed, shown, onRetry }: OutdatedProps) {
  const words = useStore($outdatedWords)
  const { tryAgain } = useStore($dashboardWords)
  const { loadedAt, failure } = shown
  return (
    <div className={styles.outdated} role="alert">
      <p>
        <strong>{failed}</strong> {words.outdated({ time: displayMoment(loadedAt.toISOString()) })}
      </p>
      <Cause error={failure} />
      <Button size="small" variant="secondary" onClick={onRetry}>
        {tryAgain}
      </Button>
    </div>
  )
}
