import { useStore } from '@nanostores/react'
import { $rolesWords } from '../../lib/core/words/roles.words.yaml'
import type { User } from '../../lib/users/users.ts'
import styles from './RoleBadge.module.css'

/** A role as a word and a colour (R233-R235). */
export function RoleBadge({ role }: { readonly role: User['role'] }) {
  const words = useStore($rolesWords)
  return (
    <span className={styles.role} data-role={role}>
      {words[role]}
    </span>
  )
}
