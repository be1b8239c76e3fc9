import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AdminData } from '../../../lib/admin.ts'
import { formatCount } from '../../../lib/format.ts'
import { $usersMessages } from '../../../lib/messages/users.ts'
import { $foundUsers, type User } from '../../../lib/users.ts'
import { Button } from '../../../ui/Button.tsx'
import { RowList } from '../../../ui/RowList.tsx'
import { StateMessage } from '../../../ui/StateMessage.tsx'
import { UserFilter } from './UserFilter.tsx'
import { UserForm } from './UserForm.tsx'
import { UserRow } from './UserRow.tsx'
import styles from './Users.module.css'

/** Everybody, to be found, added, changed and removed (R228-R239). */
export function Users({ data }: { readonly data: AdminData }) {
  const messages = useStore($usersMessages)
  const found = useStore($foundUsers)
  const [form, setForm] = useState<{ editing: User | undefined }>()
  return (
    <section className={styles.users} aria-labelledby="users-title">
      <div className={styles.head}>
        <h2 id="users-title">{messages.title}</h2>
        <p role="status">
          {messages.found({
            found: formatCount(found.length),
            total: formatCount(data.users.length),
          })}
        </p>
        <Button onClick={() => setForm({ editing: undefined })}>{messages.add}</Button>
      </div>
      <UserFilter organizations={data.organizations} />
      {found.length === 0 ? (
        <StateMessage icon="search" title={messages.none} hint={messages.noneHint} />
      ) : (
        <RowList
          label={messages.title}
          total={data.users.length}
          rows={found}
          rowKey={(user) => user.id}
          row={(user) => <UserRow user={user} onEdit={() => setForm({ editing: user })} />}
        />
      )}
      {form !== undefined && (
        <UserForm
          editing={form.editing}
          organizations={data.organizations}
          onClose={() => setForm(undefined)}
        />
      )}
    </section>
  )
}
