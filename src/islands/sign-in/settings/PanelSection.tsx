import { type ReactNode, useId } from 'react'
import styles from './PanelSection.module.css'

interface PanelSectionProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

/** One section of the panel 'Sign-in'. */
export function PanelSection({ title, text, children }: PanelSectionProps) {
  const titleId = useId()
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h3 className="heading" id={titleId}>
        {title}
      </h3>
      <p className={styles.text}>{text}</p>
      {children}
    </section>
  )
}
