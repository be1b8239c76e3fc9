import { useStore } from '@nanostores/react'
import { $userFilter, isSortedDescending, type UserSort } from '../../lib/users/user-filter.ts'
import { $userSort, type User } from '../../lib/users/users.ts'
import { $usersWords } from '../../lib/users/words/users.words.yaml'
import { Table } from '../../ui/Table.tsx'
import { UserRow } from './UserRow.tsx'
import styles from './UserTable.module.css'

interface UserTableProps {
  readonly users: readonly User[]
  readonly total: number
  readonly onEdit: (user: User) => void
}

/** The users as rows of a table, or as cards on a phone. */
export function UserTable({ users, total, onEdit }: UserTableProps) {
  const words = useStore($usersWords)
  const { isReversed } = useStore($userFilter)
  const { sort } = useStore($userSort)
  const direction = isSortedDescending(sort, isReversed) ? 'descending' : 'ascending'
  const sortedBy = (...sorts: readonly UserSort[]) => (sorts.includes(sort) ? direction : undefined)
  return (
    <Table
      label={words.title}
      className={styles.users}
      columns={[
        { label: words.user, sorted: sortedBy('byName', 'byUsername') },
        { label: words.email, sorted: sortedBy('byEmail') },
        { label: words.role, sorted: sortedBy('byRole') },
        { label: words.organization, sorted: sortedBy('byOrganization') },
        { label: words.status, sorted: sortedBy('byStatus') },
        { label: words.risk, isNumber: true, sorted: sortedBy('byRisk') },
        { label: words.actions, isLabelHidden: true },
      ]}
      total={total}
      rows={users}
      rowKey={(user) => user.id}
      name={(user) => user.full_name || user.username}
      row={(user) => <UserRow user={user} onEdit={() => onEdit(user)} />}
    />
  )
}
