import { useStore } from '@nanostores/react'
import { initialOf } from '../../lib/core/format/initial.ts'
import { $rolesWords } from '../../lib/core/words/roles.words.yaml'
import { $connectionsWords } from '../../lib/mailboxes/words/connections.words.yaml'
import { type OwnUser, stateOf } from '../../lib/people/people.ts'
import { peopleSelection, waitingUsers } from '../../lib/people/people-selection.ts'
import { $peopleWords } from '../../lib/people/words/people.words.yaml'
import { $session } from '../../lib/sign-in/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Clamped } from '../../ui/Clamped.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { Initial } from '../../ui/Initial.tsx'
import { Cell } from '../../ui/Table.tsx'
import styles from './OwnUserRow.module.css'

interface OwnUserRowProps {
  readonly user: OwnUser
  readonly onManage: () => void
}

/** A user of the organization. Organization admins are shown and cannot be changed. */
export function OwnUserRow({ user, onManage }: OwnUserRowProps) {
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
