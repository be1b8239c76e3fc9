import type { ReactNode } from 'react'
import styles from './ListHead.module.css'

interface ListHeadProps {
  readonly id: string
  readonly title: string
  /** How many rows are shown of how many; announced when it changes. */
  readonly found: string
  readonly children: ReactNode
}

/** The heading of a list, its size and what can be added. */
export function ListHead({ id, title, found, children }: ListHeadProps) {
  return (
    <div className={styles.head}>
      <div className={styles.title}>
        <h2 id={id}>{title}</h2>
        <p role="status">{found}</p>
      </div>
      {children}
    </div>
  )
}
