import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { initialOf } from '../../lib/core/format/initial.ts'
import { $locale } from '../../lib/core/i18n/i18n.ts'
import { productNameIn } from '../../lib/core/i18n/product.ts'
import { pathOf } from '../../lib/core/navigation/router.ts'
import { type Screen, screensOf } from '../../lib/core/navigation/screens.ts'
import { $layoutWords } from '../../lib/core/words/layout.words.yaml'
import { $rolesWords } from '../../lib/core/words/roles.words.yaml'
import { signOut, type User } from '../../lib/sign-in/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Initial } from '../../ui/Initial.tsx'
import { lazy, usePainted } from '../../ui/lazy-component.ts'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { Frame } from '../core/session/Frame.tsx'
import { focusArrival } from '../core/session/focus-arrival.ts'
import styles from './DashboardLayout.module.css'

interface AccountProps {
  readonly user: User
  readonly isOpen: boolean
}

/** The signed-in user (R098-R102), as a link to the account where the backend has one. */
export function Account({ user, isOpen }: AccountProps) {
  const words = useStore($layoutWords)
  const roles = useStore($rolesWords)
  return (
    <a
      {...(user.has_own_account ? { href: pathOf('account'), title: words.account } : {})}
      className={styles.account}
      aria-current={isOpen ? 'page' : undefined}
    >
      <Initial letter={initialOf(user.full_name, user.username)} />
      <span className={styles.user}>
        <bdi className={styles.name}>{user.full_name || user.username}</bdi>
        <span className={styles.role}>{roles[user.role]}</span>
      </span>
    </a>
  )
}

/** The Logout button (R103). */
function Exit() {
  const words = useStore($layoutWords)
  return (
    <Button variant="secondary" size="small" onClick={signOut}>
      {words.logout}
    </Button>
  )
}

const late = lazy(async () => (await import('./Late.tsx')).Late)

interface DashboardLayoutProps {
  readonly user: User
  readonly screen: Screen
  /** Sets the page's title itself. */
  readonly view: string | undefined
  readonly children: ReactNode
}

/** The frame of every dashboard: the signed-in user, the navigation and Logout (R097-R109). */
export function DashboardLayout({ user, screen, view, children }: DashboardLayoutProps) {
  const words = useStore($layoutWords)
  const title = `${words[screen]} · ${productNameIn($locale.get())}`
  // Before the effects of the content, which names its open tab.
  useLayoutEffect(() => {
    if (view === undefined) document.title = title
  }, [title, view])

  useEffect(() => {
    const content = document.getElementById('content')
    const heading = view && content?.querySelector<HTMLElement>('h1')
    focusArrival(heading || content)
  }, [view])

  return (
    <Frame
      screens={screensOf(user)}
      open={screen}
      account={
        <>
          <AfterContent secondsLeft={user.idle_seconds_left} />
          <Account user={user} isOpen={screen === 'account'} />
        </>
      }
      exit={<Exit />}
    >
      {children}
    </Frame>
  )
}

/** Requested when the content has been painted, whose code and data have the line until then. */
function AfterContent(props: { readonly secondsLeft: number | null }) {
  return usePainted() && <LazyPart part={late} props={props} isPlaceless />
}
