import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { $layoutMessages } from '../../lib/messages/layout.ts'
import { productName } from '../../lib/product.ts'
import { pathOf, type Screen, screensOf } from '../../lib/router.ts'
import type { User } from '../../lib/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Account } from './Account.tsx'
import styles from './DashboardLayout.module.css'

interface DashboardLayoutProps {
  readonly user: User
  readonly screen: Screen
  readonly children: ReactNode
}

/** The frame of every dashboard: who is signed in, where they may go, and the way out (R097-R109). */
export function DashboardLayout({ user, screen, children }: DashboardLayoutProps) {
  const messages = useStore($layoutMessages)
  const title = `${messages[screen]} · ${productName}`
  useEffect(() => {
    document.title = title
  }, [title])

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
          {screensOf(user.role).map((name) => (
            <a
              key={name}
              href={pathOf(name)}
              className={styles.link}
              aria-current={name === screen ? 'page' : undefined}
            >
              {messages[name]}
            </a>
          ))}
        </nav>
        <Account user={user} />
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
