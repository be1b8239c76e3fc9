import { useStore } from '@nanostores/react'
import type { Ref } from 'react'
import { formatCount } from '../lib/core/i18n/format.ts'
import { $progressWords } from '../lib/core/words/progress.words.yaml'
import { Button } from './Button.tsx'
import './progress.css'

interface ProgressProps {
  /** What is being done. */
  readonly text: string
  readonly done: number
  /** Undefined while it is not known how much there is to do. */
  readonly total: number | undefined
  /** How far it is, where other words than numbers say it. */
  readonly shown?: string
  readonly isStopping?: boolean
  /** Undefined for what cannot be stopped. */
  readonly onStop: (() => void) | undefined
  readonly stopRef?: Ref<HTMLButtonElement>
}

/** How far an action is that lasts long. The numbers are announced at each quarter alone. */
export function Progress(props: ProgressProps) {
  const { text, done, total, shown, isStopping = false, onStop, stopRef } = props
  const words = useStore($progressWords)
  const far = total === undefined ? words.soFar : words.of
  const farOf = (count: number) =>
    far({ done: formatCount(count), total: formatCount(total ?? count) })
  const quarter = total ? Math.floor((done / total) * 4) : 0
  return (
    <div className="progress">
      <p className="progress-text" role="status">
        {isStopping ? words.stopping : text}
      </p>
      <progress max={Math.max(1, total ?? 1)} value={total && done} aria-label={text} />
      <p className="progress-far" aria-hidden="true">
        {(done > 0 || total !== undefined) && (shown ?? farOf(done))}
      </p>
      <p className="visually-hidden" role="status">
        {quarter > 0 && farOf(Math.ceil(((total ?? 0) * quarter) / 4))}
      </p>
      {onStop !== undefined && (
        <Button
          {...(stopRef === undefined ? {} : { ref: stopRef })}
          variant="secondary"
          size="small"
          pending={isStopping}
          onClick={onStop}
        >
          {words.stop}
        </Button>
      )}
    </div>
  )
}
