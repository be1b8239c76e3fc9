import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { $layoutMessages } from '../../lib/messages/layout.ts'
import { $ownPasswordMessages } from '../../lib/messages/own-password.ts'
import { signOut } from '../../lib/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Notices } from '../../ui/Notices.tsx'
import { PasswordForm } from './account/PasswordForm.tsx'
import styles from './OwnPassword.module.css'

/** Shown instead of the dashboard until a password that another person set is replaced (A512). */
export function OwnPassword() {
  const messages = useStore($ownPasswordMessages)
  const layout = useStore($layoutMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <main className={styles.screen}>
        <Logo />
        <section className={styles.content}>
          <h1 ref={heading} tabIndex={-1}>
            {messages.title}
          </h1>
          <p>{messages.text}</p>
          {/* What the page asked for meanwhile was refused, so it begins again. */}
          <PasswordForm onDone={() => location.reload()} />
        </section>
        <Button variant="plain" size="small" onClick={signOut}>
          {layout.logout}
        </Button>
      </main>
      <Notices />
    </>
  )
}
