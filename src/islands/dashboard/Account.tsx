import { useStore } from '@nanostores/react'
import { initialOf } from '../../lib/format/initial.ts'
import { $layoutMessages } from '../../lib/messages/layout.ts'
import { signOut, type User } from '../../lib/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Initial } from '../../ui/Initial.tsx'
import styles from './Account.module.css'

/** The signed-in user (R098-R102). */
export function Account({ user }: { user: User }) {
  const messages = useStore($layoutMessages)
  const roleLabels = {
    employee: messages.roleEmployee,
    team_lead: messages.roleTeamLead,
    super_admin: messages.roleSuperAdmin,
  }
  return (
    <div className={styles.account}>
      <Initial letter={initialOf(user.full_name, user.username)} />
      <p className={styles.user}>
        <bdi className={styles.name}>{user.full_name || user.username}</bdi>
        <span className={styles.role}>{roleLabels[user.role]}</span>
      </p>
    </div>
  )
}

/** The Logout button (R103). */
export function Exit() {
  const messages = useStore($layoutMessages)
  return (
    <div className={styles.exit}>
      <Button variant="secondary" size="small" onClick={signOut}>
        {messages.logout}
      </Button>
    </div>
  )
}
