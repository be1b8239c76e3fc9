import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { ConnectionError, HttpError } from '../../../lib/core/api/errors.ts'
import { displayMoment } from '../../../lib/core/i18n/format.ts'
import { $dashboardWords } from '../../../lib/core/words/dashboard.words.yaml'
import { $outdatedWords } from '../../../lib/core/words/outdated.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { Reference } from '../../../ui/Reference.tsx'
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
        <strong>{failed}</strong> {reasonOf(failure, words)}{' '}
        {words.outdated({ time: displayMoment(loadedAt.toISOString()) })}
      </p>
      <Reference error={failure} />
      <Button size="small" variant="secondary" onClick={onRetry}>
        {tryAgain}
      </Button>
    </div>
  )
}

function reasonOf(failure: unknown, words: ReturnType<typeof $outdatedWords.get>): string {
  if (failure instanceof HttpError) return words.refused({ status: String(failure.status) })
  return failure instanceof ConnectionError ? words.offline : words.malformed
}
