import { type ReactNode, useEffect, useRef } from 'react'
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

/** An item of a list: its name and state, what is known of it, and what can be done with it. */
export function FactRow({ name, state, isOver = false, facts, children }: FactRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const isIdle = !children
  useEffect(() => {
    // The button that had the focus is gone.
    if (isIdle && document.activeElement === document.body) row.current?.focus()
  }, [isIdle])
  return (
    <li ref={row} className={styles.row} data-over={isOver} tabIndex={-1}>
      <div className={styles.words}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
          {state !== undefined && <span className={styles.state}>{state}</span>}
        </p>
        <p className={styles.facts}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      {!isIdle && <div className={styles.actions}>{children}</div>}
    </li>
  )
}
