import { useStore } from '@nanostores/react'
import { type ReactNode, useRef } from 'react'
import { localizedPath } from '../../../lib/core/navigation/localized-path.ts'
import { pathOf } from '../../../lib/core/navigation/router.ts'
import { type Screen, screensOf } from '../../../lib/core/navigation/screens.ts'
import { $layoutWords } from '../../../lib/core/words/layout.words.yaml'
import { $sessionWords } from '../../../lib/sign-in/words/session.words.yaml'
import { Icon } from '../../../ui/Icon.tsx'
import { Logo } from '../../../ui/Logo.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import styles from './Frame.module.css'
import '../../../ui/clamped.css'

interface FrameProps {
  /** The screens in the navigation. */
  readonly screens: readonly Screen[]
  readonly open: Screen | undefined
  /** The signed-in user; missing while a stored token is checked. */
  readonly account?: ReactNode
  readonly exit?: ReactNode
  readonly children: ReactNode
}

/** The frame around every dashboard; also prerendered, so that it is visible before scripts run. */
export function Frame({ screens, open, account, exit, children }: FrameProps) {
  const words = useStore($layoutWords)
  const menu = useRef<HTMLDivElement>(null)
  const closeMenu = () => menu.current?.hidePopover()
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content" target="_self">
        {words.skip}
      </a>
      <header className={styles.header}>
        <a className={styles.logo} href={pathOf('dashboard')}>
          <Logo />
        </a>
        {/* On a phone this menu contains navigation and Logout; it opens without scripts. */}
        <div ref={menu} id="menu" popover="auto" className={styles.menu}>
          <nav className={styles.navigation} aria-label={words.navigation}>
            <a
              href={pathOf('dashboard')}
              className={`${styles.link} ${styles.home}`}
              onClick={closeMenu}
            >
              <Icon name="home" />
              <span className={styles.homeWord}>{words.home}</span>
            </a>
            {screens.map((name) => (
              <a
                key={name}
                href={pathOf(name)}
                className={styles.link}
                aria-current={name === open ? 'page' : undefined}
                onClick={closeMenu}
              >
                {words[name]}
              </a>
            ))}
          </nav>
          {exit !== undefined && <div className={styles.exitInMenu}>{exit}</div>}
        </div>
        {account}
        {exit !== undefined && <div className={styles.exit}>{exit}</div>}
        {/* The browser leads from it into the open menu. */}
        <button type="button" className={styles.menuButton} popoverTarget="menu">
          <Icon name="menu" />
          <span className="visually-hidden">{words.menu}</span>
        </button>
      </header>
      <main id="content" className={styles.content} tabIndex={-1}>
        {children}
      </main>
      <footer className={styles.footer}>
        <p>{words.footer}</p>
        <a href={localizedPath('/privacy-policy')} rel="external">
          {words.privacyPolicy}
        </a>
      </footer>
    </div>
  )
}

/**
 * Shown while a stored token is checked (R042), with the links that every role has; only prerendered.
 */
export function LoadingFrame({ screen }: { readonly screen: Screen | undefined }) {
  const words = useStore($sessionWords)
  return (
    <Frame screens={screensOf({ role: 'employee' })} open={screen}>
      <Spinner label={words.loading} />
    </Frame>
  )
}
