import { useStore } from '@nanostores/react'
import type { User } from '../../lib/users/users.ts'
import { $usersWords } from '../../lib/users/words/users.words.yaml'
import styles from './RoleBadge.module.css'

/** A role as a word and a colour (R233-R235). */
export function RoleBadge({ role }: { readonly role: User['role'] }) {
  const words = useStore($usersWords)
  return (
    <span className={styles.role} data-role={role}>
      {words[role]}
    </span>
  )
}
