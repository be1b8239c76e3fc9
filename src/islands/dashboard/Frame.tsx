import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $layoutMessages } from '../../lib/messages/layout.ts'
import { pathOf, type Screen } from '../../lib/router.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Logo } from '../../ui/Logo.tsx'
import styles from './Frame.module.css'

interface FrameProps {
  /** The ways that the navigation shows, and the one that is open. */
  readonly screens: readonly Screen[]
  readonly open: Screen | undefined
  readonly account?: ReactNode
  readonly children: ReactNode
}

/** What stands around every dashboard; prerendered too, so that it stands before any script. */
export function Frame({ screens, open, account, children }: FrameProps) {
  const messages = useStore($layoutMessages)
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content" target="_self">
        {messages.skip}
      </a>
      <header className={styles.header}>
        <a className={styles.logo} href={pathOf('dashboard')}>
          <Logo />
        </a>
        <nav className={styles.navigation} aria-label={messages.navigation}>
          <a href={pathOf('dashboard')} className={styles.link}>
            <Icon name="home" />
            <span className="visually-hidden">{messages.home}</span>
          </a>
          {screens.map((name) => (
            <a
              key={name}
              href={pathOf(name)}
              className={styles.link}
              aria-current={name === open ? 'page' : undefined}
            >
              {messages[name]}
            </a>
          ))}
        </nav>
        {account}
      </header>
      <main id="content" className={styles.content} tabIndex={-1}>
        {children}
      </main>
      <footer className={styles.footer}>
        <p>{messages.footer}</p>
        <a href="/privacy-policy" rel="external">
          {messages.privacyPolicy}
        </a>
      </footer>
    </div>
  )
}
