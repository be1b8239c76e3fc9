import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { userList } from '../../lib/admin/admin.ts'
import { formatCount } from '../../lib/core/i18n/format.ts'
import type { OpenName } from '../../lib/core/navigation/actions.ts'
import { $opened, closeOpened, newRow } from '../../lib/core/navigation/view.ts'
import { $rolesWords } from '../../lib/core/words/roles.words.yaml'
import { $connectionsWords } from '../../lib/mailboxes/words/connections.words.yaml'
import { userToGoOnWith } from '../../lib/users/user-form.ts'
import {
  $foundUsers,
  $userFilter,
  $userSort,
  isSortedDescending,
  missingUserSorts,
  roles,
  sortUsers,
  type User,
  type UserSort,
} from '../../lib/users/users.ts'
import { $usersWords } from '../../lib/users/words/users.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { lazy } from '../../ui/lazy-component.ts'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { Table } from '../../ui/Table.tsx'
import { ListFilter } from '../core/filters/ListFilter.tsx'
import { ListHead } from '../core/lists/ListHead.tsx'
import { longListEnd, longListNote } from '../core/lists/long-list.ts'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { OrganizationPicker } from '../core/parts/OrganizationPicker.tsx'
import { useRow } from '../core/parts/use-row.ts'
import { UserForm } from './UserForm.tsx'
import { UserRow } from './UserRow.tsx'
import styles from './Users.module.css'

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

interface UserTableProps {
  readonly users: readonly User[]
  readonly total: number
  readonly onEdit: (user: User) => void
}

/** The users as rows of a table, or as cards on a phone. */
function UserTable({ users, total, onEdit }: UserTableProps) {
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

function UserFilter() {
  const words = useStore($usersWords)
  const mailboxWords = useStore($connectionsWords)
  const roleWords = useStore($rolesWords)
  const { organization, isReversed } = useStore($userFilter)
  const { sorts, sort } = useStore($userSort)
  const needs = {
    invitation: words.needsInvitation,
    factor: words.needsFactor,
    mailbox: words.needsMailbox,
    'failing-mailbox': mailboxWords.failing,
  }
  return (
    <ListFilter
      $filter={$userFilter}
      names={['role', 'organization', 'status', 'need']}
      words={words}
      sorts={sorts}
      sort={sort}
      order={orderInWords({ sort, isReversed }, words)}
      onSort={sortUsers}
      onReverse={() => $userFilter.setKey('isReversed', !isReversed)}
    >
      {(select) => (
        <>
          {select('role', words.role, roles, roleWords)}
          <OrganizationPicker
            placeholder={words.all}
            initialId={organization}
            onChoose={(chosen) => $userFilter.setKey('organization', chosen)}
          />
          {select('status', words.status, ['active', 'inactive'], words)}
          {select(
            'need',
            words.need,
            ['invitation', 'factor', 'mailbox', 'failing-mailbox'],
            needs,
          )}
        </>
      )}
    </ListFilter>
  )
}

function orderInWords(
  { sort, isReversed }: { readonly sort: UserSort; readonly isReversed: boolean },
  words: ReturnType<typeof $usersWords.get>,
): string {
  if (sort === 'byRisk') return isReversed ? words.lowestFirst : words.highestFirst
  if (sort === 'byRole') return isReversed ? words.adminsFirst : words.employeesFirst
  if (sort === 'byStatus') return isReversed ? words.inactiveFirst : words.activeFirst
  return isReversed ? words.zToA : words.aToZ
}
