import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { userList } from '../../lib/admin/admin.ts'
import { formatCount } from '../../lib/core/i18n/format.ts'
import type { OpenName } from '../../lib/core/navigation/actions.ts'
import { $opened, closeOpened, newRow } from '../../lib/core/navigation/opened.ts'
import { userToGoOnWith } from '../../lib/users/user-form.ts'
import { $foundUsers, missingUserSorts, type User } from '../../lib/users/users.ts'
import { $usersWords } from '../../lib/users/words/users.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { lazy } from '../../ui/lazy-component.ts'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { ListHead } from '../core/lists/ListHead.tsx'
import { longListEnd, longListNote } from '../core/lists/long-list.ts'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { useRow } from '../core/parts/use-row.ts'
import { UserFilter } from './UserFilter.tsx'
import { UserForm } from './UserForm.tsx'
import styles from './Users.module.css'
import { UserTable } from './UserTable.tsx'

/** The code of what is done with several users at once. */
const userTools = lazy(async () => (await import('./UserTools.tsx')).UserTools)

/** All users, with search, and forms to add, change and remove them (R228-R239). */
export function Users() {
  const words = useStore($usersWords)
  const list = useStore(userList.$list)
  const rows = useStore($foundUsers)
  const [form, setForm] = useState<{ editing: User | undefined }>()
  const [drafted, setDrafted] = useState(userToGoOnWith)
  const opened = useStore($opened)
  const linkedId = drafted ?? opened
  const linked = useRow(userList, isForm(linkedId) ? undefined : linkedId)
  // A link to a user who does not exist opens nothing.
  const byLink = linkedId === newRow || linked ? { editing: linked } : undefined
  const shown = form ?? byLink
  function close() {
    setForm(undefined)
    setDrafted(undefined)
    closeOpened()
  }
  const { found, total } = list?.isLong ? list : { found: rows.length, total: list?.total ?? 0 }
  const isFailed = list?.isLong && list.failed === 'rows'
  return (
    <section aria-labelledby="users-title" ref={keepRowFocus}>
      <ListHead
        id="users-title"
        title={words.title}
        found={words.found({ found: formatCount(found), total: formatCount(total) })}
      >
        <Button onClick={() => setForm({ editing: undefined })}>{words.add}</Button>
      </ListHead>
      <UserFilter />
      {list?.isLong && (
        <LazyPart
          part={longListNote}
          props={{ list, missingSorts: missingUserSorts.map((sort) => words[sort]) }}
        />
      )}
      <div className={styles.tools} data-keep-focus>
        <LazyPart part={userTools} props={{ users: rows }} />
      </div>
      {rows.length === 0 && !isFailed && (
        <StateMessage icon="search" title={words.none} hint={words.noneHint} />
      )}
      {rows.length > 0 && !isFailed && (
        <UserTable users={rows} total={total} onEdit={(user) => setForm({ editing: user })} />
      )}
      {list?.isLong && <LazyPart part={longListEnd} props={{ list, store: userList }} />}
      {shown && <UserForm key={shown.editing?.id} editing={shown.editing} onClose={close} />}
    </section>
  )
}

/** Named in the address as a row is. */
function isForm(name: string | undefined): boolean {
  return [newRow, 'import' satisfies OpenName].some((form) => form === name)
}
