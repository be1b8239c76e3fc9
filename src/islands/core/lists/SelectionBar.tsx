import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import styles from './ListHead.module.css'

interface SelectionBarProps {
  /** The words of what is done with several rows at once. */
  readonly words: {
    readonly tools: string
    readonly selected: (count: number) => string
    readonly selectAll: (count: number) => string
    readonly cancel: string
  }
  readonly chosen: number
  readonly total: number
  readonly onAll: () => void
  readonly onCancel: () => void
  /** The buttons. */
  readonly children: ReactNode
}

/**
 * How many rows of a list are chosen, and what can be done with them. It stands in place of the button
 * that began the selection, in the same `data-keep-focus`.
 */
export function SelectionBar(props: SelectionBarProps) {
  const { words, chosen, total, onAll, onCancel, children } = props
  return (
    <fieldset className={styles.bar} aria-label={words.tools}>
      <p role="status">{words.selected(chosen)}</p>
      <Button variant="secondary" size="small" onClick={onAll}>
        {words.selectAll(total)}
      </Button>
      {children}
      <Button variant="plain" size="small" onClick={onCancel}>
        {words.cancel}
      </Button>
    </fieldset>
  )
}
