import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { $opened, closeOpened, openRow } from '../../lib/core/navigation/opened.ts'
import { draftOf } from '../../lib/core/ui-state/drafts.ts'
import {
  $foundUsers,
  $peopleFilter,
  inviteDraft,
  ownUserStates,
  type PeopleData,
} from '../../lib/people/people.ts'
import { $peopleWords } from '../../lib/people/words/people.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useLazyExtra } from '../../ui/lazy-component.ts'
import { Options } from '../../ui/Options.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { Table } from '../../ui/Table.tsx'
import { ListHead } from '../core/lists/ListHead.tsx'
import { LazyPart, usePartSoon } from '../core/parts/LazyPart.tsx'
import { useOpened } from '../core/parts/use-opened.ts'
import { OwnUserRow } from './OwnUserRow.tsx'
import styles from './PeopleList.module.css'
import { PeopleSelection } from './PeopleSelection.tsx'
import { inviteModal, ownUserModal, rowFocus } from './parts.ts'

const search = (wanted: string) => $peopleFilter.setKey('search', wanted)

/** The accounts of the organization, with search. */
export function PeopleList({ data }: { readonly data: PeopleData }) {
  const words = useStore($peopleWords)
  const found = useStore($foundUsers)
  const filter = useStore($peopleFilter)
  const canInvite = useStore($capabilities).has('invitations')
  const invite = useOpened('invite', () => draftOf(inviteDraft) !== undefined)
  const openedId = useStore($opened)
  const list = useRef<HTMLElement>(null)
  const RowFocus = useLazyExtra(rowFocus)
  usePartSoon(ownUserModal)
  usePartSoon(inviteModal)
  const { domains, invitations_left } = data.organization
  const mayInvite = canInvite && domains.length > 0
  // A link opens nothing that an organization admin may not change.
  const managed = data.users.find(
    ({ id, manages_organization }) => String(id) === openedId && !manages_organization,
  )
  return (
    <section aria-labelledby="people-title" ref={list}>
      {RowFocus && <RowFocus list={list} />}
      <ListHead
        id="people-title"
        title={words.list}
        found={words.found({
          found: formatCount(found.length),
          total: formatCount(data.users.length),
        })}
      >
        {mayInvite && <Button onClick={invite.open}>{words.invite}</Button>}
      </ListHead>
      <search className={styles.filter}>
        <SearchField
          label={words.search}
          hint={words.searchHint}
          value={filter.search}
          onSearch={search}
        />
        <Field label={words.status}>
          {(control) => (
            <select
              {...control}
              value={filter.state}
              onChange={(event) => $peopleFilter.setKey('state', event.currentTarget.value)}
            >
              <option value="">{words.all}</option>
              <Options values={ownUserStates} labels={words} />
            </select>
          )}
        </Field>
      </search>
      {canInvite && <PeopleSelection found={found} all={data.users} />}
      {found.length === 0 ? (
        <StateMessage icon="search" title={words.none} hint={words.noneHint} />
      ) : (
        <Table
          label={words.list}
          className={styles.people}
          columns={[
            { label: words.user, sorted: 'ascending' },
            { label: words.email },
            { label: words.role },
            { label: words.status },
            { label: words.actions, isLabelHidden: true },
          ]}
          total={data.users.length}
          rows={found}
          rowKey={(user) => user.id}
          name={(user) => user.full_name || user.username}
          row={(user) => <OwnUserRow user={user} onManage={() => openRow(user.id)} />}
        />
      )}
      {mayInvite && invite.isOpen && (
        <LazyPart
          part={inviteModal}
          props={{ domains, left: invitations_left, onClose: invite.close }}
        />
      )}
      {managed && (
        <LazyPart part={ownUserModal} props={{ user: managed, canInvite, onClose: closeOpened }} />
      )}
    </section>
  )
}
