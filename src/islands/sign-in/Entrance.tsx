import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { $locale } from '../../lib/core/i18n/i18n.ts'
import { localizedPath } from '../../lib/core/navigation/localized-path.ts'
import { Cause } from '../../ui/Cause.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { LoneScreen } from '../core/session/LoneScreen.tsx'
import styles from './LoginScreen.module.css'

/** The frame of a page for those who are not signed in, like the sign-in form's. */
export function Entrance({ children }: { readonly children: ReactNode }) {
  // The way to the front page follows a switch of the language.
  const locale = useStore($locale)
  return (
    <LoneScreen>
      <a href={localizedPath('/', locale)} className={styles.home}>
        <Logo />
      </a>
      {children}
    </LoneScreen>
  )
}

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
