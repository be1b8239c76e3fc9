import { type ReactNode, useId } from 'react'
import styles from './Section.module.css'

interface SectionProps {
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}

/** One section of the account. */
export function Section({ title, text, children }: SectionProps) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 className="heading" id={titleId} tabIndex={-1}>
        {title}
      </h2>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children}
    </section>
  )
}
