import { type ReactNode, useEffect, useRef } from 'react'
import { Cause } from '../../ui/Cause.tsx'
import styles from './LoginScreen.module.css'

interface MessageProps {
  readonly title: string
  readonly text?: string
  /** Why it failed. */
  readonly error?: unknown
  readonly children?: ReactNode
}

/** A message in place of a form; it takes the focus of the form that is gone. */
export function Message({ title, text, error, children }: MessageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.form}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {text !== undefined && <p>{text}</p>}
      <Cause error={error} />
      {children}
    </section>
  )
}
