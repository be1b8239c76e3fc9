import type { ReactNode } from 'react'
import styles from './FactRow.module.css'

interface FactRowProps {
  readonly name: ReactNode
  readonly state?: string
  /** It no longer works. */
  readonly isOver?: boolean
  readonly facts: readonly string[]
  /** The buttons; none where nothing can be done. */
  readonly children?: ReactNode
}

/**
 * An item of a list with `keepRowFocus`: its name and state, what is known of it, and what can be done
 * with it.
 */
export function FactRow({ name, state, isOver = false, facts, children }: FactRowProps) {
  return (
    <li className={styles.row} data-over={isOver} data-keep-focus tabIndex={-1}>
      <div className={styles.words}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
          {state !== undefined && <span className={styles.state}>{state}</span>}
        </p>
        <p className={styles.facts}>
          {facts.map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
        </p>
      </div>
      {children && <div className="close-row">{children}</div>}
    </li>
  )
}
