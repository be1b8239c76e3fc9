import type { ReactNode } from 'react'
import styles from './ListHead.module.css'

interface ListHeadProps {
  readonly id: string
  readonly title: string
  /** The number of shown and of all rows, as text; announced when it changes. */
  readonly found: string
  readonly children: ReactNode
}

/** The heading of a list with its size and a button to add. */
export function ListHead({ id, title, found, children }: ListHeadProps) {
  return (
    <div className={styles.head}>
      <div className={styles.title}>
        <h2 className="heading" id={id}>
          {title}
        </h2>
        <p role="status">{found}</p>
      </div>
      {children}
    </div>
  )
}
