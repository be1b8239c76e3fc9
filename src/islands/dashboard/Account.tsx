import { useStore } from '@nanostores/react'
import { initialOf } from '../../lib/core/format/initial.ts'
import { pathOf } from '../../lib/core/navigation/router.ts'
import { $layoutWords } from '../../lib/core/words/layout.words.yaml'
import { $rolesWords } from '../../lib/core/words/roles.words.yaml'
import { signOut, type User } from '../../lib/sign-in/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Initial } from '../../ui/Initial.tsx'
import styles from './Account.module.css'

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
export function Exit() {
  const words = useStore($layoutWords)
  return (
    <div className={styles.exit}>
      <Button variant="secondary" size="small" onClick={signOut}>
        {words.logout}
      </Button>
    </div>
  )
}
