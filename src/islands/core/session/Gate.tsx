import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { $layoutWords } from '../../../lib/core/words/layout.words.yaml'
import { signOut } from '../../../lib/sign-in/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Logo } from '../../../ui/Logo.tsx'
import { Notices } from '../../../ui/Notices.tsx'
import styles from './Gate.module.css'
import { LoneScreen } from './LoneScreen.tsx'

interface GateProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

/** Shown instead of the dashboard until the user has done what comes first. */
export function Gate({ title, text, children }: GateProps) {
  const layout = useStore($layoutWords)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <LoneScreen>
        <Logo />
        <section className={styles.content}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p>{text}</p>
          {children}
        </section>
        <Button variant="plain" size="small" onClick={signOut}>
          {layout.logout}
        </Button>
      </LoneScreen>
      <Notices />
    </>
  )
}
