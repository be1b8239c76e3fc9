import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AdminData } from '../../lib/attention/admin.ts'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { $opened, closeOpened, newRow } from '../../lib/core/navigation/opened.ts'
import { userToGoOnWith } from '../../lib/users/user-form.ts'
import { $foundUsers, type User } from '../../lib/users/users.ts'
import { $usersWords } from '../../lib/users/words/users.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { ListHead } from '../core/parts/ListHead.tsx'
import { UserFilter } from './UserFilter.tsx'
import { UserForm } from './UserForm.tsx'
import styles from './Users.module.css'
import { UserTable } from './UserTable.tsx'
import { userTools } from './user-tools.ts'

/** All users, with search, and forms to add, change and remove them (R228-R239). */
export function Users({ data }: { readonly data: AdminData }) {
  const words = useStore($usersWords)
  const found = useStore($foundUsers)
  const [form, setForm] = useState<{ editing: User | undefined } | undefined>(() =>
    userToGoOnWith(data.users),
  )
  const opened = useStore($opened)
  const linked = opened && formOf(opened, data.users)
  const shown = form ?? linked
  function close() {
    setForm(undefined)
    closeOpened()
  }
  const total = data.users.length
  return (
    <section aria-labelledby="users-title" ref={keepRowFocus}>
      <ListHead
        id="users-title"
        title={words.title}
        found={words.found({ found: formatCount(found.length), total: formatCount(total) })}
      >
        <Button onClick={() => setForm({ editing: undefined })}>{words.add}</Button>
      </ListHead>
      <UserFilter />
      <div className={styles.tools}>
        <LazyPart part={userTools} props={{ users: found }} />
      </div>
      {found.length === 0 ? (
        <StateMessage icon="search" title={words.none} hint={words.noneHint} />
      ) : (
        <UserTable users={found} total={total} onEdit={(user) => setForm({ editing: user })} />
      )}
      {shown && <UserForm key={shown.editing?.id} editing={shown.editing} onClose={close} />}
    </section>
  )
}

/** The form that a link opens; undefined where there is no such user, or not yet. */
function formOf(opened: string, users: readonly User[]): { editing: User | undefined } | undefined {
  if (opened === newRow) return { editing: undefined }
  const editing = users.find(({ id }) => String(id) === opened)
  return editing && { editing }
}
