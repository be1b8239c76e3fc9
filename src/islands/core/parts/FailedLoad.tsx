import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { $dashboardWords } from '../../../lib/core/words/dashboard.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { StateMessage } from '../../../ui/StateMessage.tsx'

interface FailedLoadProps {
  readonly title: string
  readonly error: unknown
  readonly onRetry: () => Promise<unknown>
}

/** Stands in place of data that could not be loaded, with Try Again. */
export function FailedLoad({ title, error, onRetry }: FailedLoadProps) {
  const { tryAgain } = useStore($dashboardWords)
  return (
    <StateMessage icon="warning" title={title} isProblem error={error}>
      <Button
        onClick={(event) => {
          leaveFocus(event)
          void onRetry()
        }}
      >
        {tryAgain}
      </Button>
    </StateMessage>
  )
}

/** The button disappears, so the focus moves to what shows the result. */
export function leaveFocus({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  const place = currentTarget.closest<HTMLElement>('[role=tabpanel], dialog, main')
  const isDialog = place instanceof HTMLDialogElement
  const focused = isDialog ? place.querySelector('button') : place
  focused?.focus()
}
