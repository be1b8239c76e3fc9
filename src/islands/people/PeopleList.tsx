import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { initialOf } from '../../lib/core/format/initial.ts'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { $opened, closeOpened, openRow } from '../../lib/core/navigation/view.ts'
import { draftOf } from '../../lib/core/ui-state/drafts.ts'
import { $rolesWords } from '../../lib/core/words/roles.words.yaml'
import { lacksMailbox } from '../../lib/mailboxes/lacks-mailbox.ts'
import { $connectionsWords } from '../../lib/mailboxes/words/connections.words.yaml'
import {
  $foundUsers,
  $peopleFilter,
  hasNotCome,
  inviteDraft,
  type OwnUser,
  ownUserStates,
  type PeopleData,
  peopleSelection,
  stateOf,
  waitingUsers,
} from '../../lib/people/people.ts'
import { $peopleWords } from '../../lib/people/words/people.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { $session } from '../../lib/sign-in/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Clamped } from '../../ui/Clamped.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { Field } from '../../ui/Field.tsx'
import { Initial } from '../../ui/Initial.tsx'
import { useLazyExtra } from '../../ui/lazy-component.ts'
import { Options } from '../../ui/Options.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { Cell, Table } from '../../ui/Table.tsx'
import selectionBarStyles from '../core/lists/ListHead.module.css'
import { ListHead } from '../core/lists/ListHead.tsx'
import { LazyPart, usePartSoon } from '../core/parts/LazyPart.tsx'
import { useOpened } from '../core/parts/use-opened.ts'
import styles from './PeopleScreen.module.css'
import {
  inviteModal,
  inviteToMailboxes,
  ownUserModal,
  peopleTools,
  rowFocus,
  sendAgainToAll,
} from './parts.ts'

interface OwnUserRowProps {
  readonly user: OwnUser
  readonly onManage: () => void
}

/** A user of the organization. Organization admins are shown and cannot be changed. */
function OwnUserRow({ user, onManage }: OwnUserRowProps) {
  const words = useStore($peopleWords)
  const mailboxWords = useStore($connectionsWords)
  const session = useStore($session)
  const selection = useStore(peopleSelection.$selection)
  const { full_name, username, email, role, manages_organization } = user
  const name = full_name || username || words.noName
  const isOwn = session.status === 'signed-in' && session.user.id === user.id
  const state = stateOf(user)
  const label = useStore($rolesWords)[role === 'team_lead' ? role : 'employee']
  return (
    <>
      <Cell part="title">
        {selection !== undefined && (
          <input
            type="checkbox"
            aria-label={words.selectOne({ name })}
            disabled={waitingUsers([user]).length === 0}
            checked={selection.has(user.id)}
            onChange={() => peopleSelection.toggle(user.id)}
          />
        )}
        <Initial letter={initialOf(full_name, username)} />
        <p className={styles.who}>
          <Clamped className="table-name">{name}</Clamped>
          {isOwn && <span className={styles.own}>{words.you}</span>}
        </p>
      </Cell>
      <Cell part="detail">
        <Clamped>
          <EmailAddress address={email} />
        </Clamped>
      </Cell>
      <Cell part="detail" className={styles.role}>
        {manages_organization ? words.organizationAdmin : label}
      </Cell>
      <Cell part="beside">
        <span className={styles.state} data-state={state}>
          {words[state]}
        </span>
        {user.mailbox && <span className={styles.mailbox}>{mailboxWords[user.mailbox]}</span>}
      </Cell>
      <Cell part="actions">
        {!manages_organization && (
          <Button
            variant="secondary"
            size="small"
            label={words.manageOne({ name })}
            onClick={onManage}
          >
            {words.manage}
          </Button>
        )}
      </Cell>
    </>
  )
}

interface PeopleSelectionProps {
  readonly found: readonly OwnUser[]
  readonly all: readonly OwnUser[]
}

/** Begins the selection of invitations. People that the filter hides do not count. */
function PeopleSelection({ found, all }: PeopleSelectionProps) {
  const words = useStore($peopleWords)
  const isSelecting = useStore(peopleSelection.$selection) !== undefined
  const waiting = waitingUsers(found)
  return (
    <div data-keep-focus className={selectionBarStyles.bar}>
      {isSelecting && <LazyPart part={peopleTools} props={{ waiting }} />}
      {!isSelecting && waiting.length > 0 && (
        <>
          <Button variant="secondary" size="small" onClick={() => peopleSelection.choose([])}>
            {words.select}
          </Button>
          {waiting.every(hasNotCome) && (
            <LazyPart part={sendAgainToAll} props={{ users: waiting }} />
          )}
        </>
      )}
      {!isSelecting && all.some(lacksMailbox) && <LazyPart part={inviteToMailboxes} props={{}} />}
    </div>
  )
}

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
