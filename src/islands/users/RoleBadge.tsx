import { useStore } from '@nanostores/react'
import type { User } from '../../lib/users/users.ts'
import { $usersMessages } from '../../lib/users/words/users.words.yaml'
import styles from './RoleBadge.module.css'

/** A role as a word and a colour (R233-R235). */
export function RoleBadge({ role }: { readonly role: User['role'] }) {
  const messages = useStore($usersMessages)
  return (
    <span className={styles.role} data-role={role}>
      {messages[role]}
    </span>
  )
}
