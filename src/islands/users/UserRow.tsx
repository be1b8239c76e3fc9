import { useStore } from '@nanostores/react'
import { initialOf } from '../../lib/core/format/initial.ts'
import { userPath } from '../../lib/core/navigation/admin-paths.ts'
import { $rolesWords } from '../../lib/core/words/roles.words.yaml'
import { $connectionsWords } from '../../lib/mailboxes/words/connections.words.yaml'
import { roundedScore } from '../../lib/risk/risk.ts'
import { $removedUsers, removeUser } from '../../lib/users/user-removal.ts'
import { $organizationNames, stateOf, type User, userSelection } from '../../lib/users/users.ts'
import { $usersWords } from '../../lib/users/words/users.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Clamped } from '../../ui/Clamped.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { Initial } from '../../ui/Initial.tsx'
import { Cell } from '../../ui/Table.tsx'
import styles from './Users.module.css'

interface UserRowProps {
  readonly user: User
  readonly onEdit: () => void
}

/** One user: name, organization, role and actions (R229-R239). */
export function UserRow({ user, onEdit }: UserRowProps) {
  const words = useStore($usersWords)
  const mailboxWords = useStore($connectionsWords)
  const organizations = useStore($organizationNames)
  const selection = useStore(userSelection.$selection)
  const isRemoved = useStore($removedUsers).has(user.id)
  const name = user.full_name || user.username || words.noName
  return (
    <>
      <Cell part="title" className={styles.who}>
        {selection !== undefined && (
          <input
            type="checkbox"
            aria-label={words.selectOne({ name })}
            checked={selection.has(user.id)}
            onChange={() => userSelection.toggle(user.id)}
          />
        )}
        <Initial letter={initialOf(user.full_name, user.username)} />
        <p>
          <a className="table-name clamped" href={userPath(user.id)}>
            {name}
          </a>
          <Clamped className={styles.username}>{user.username}</Clamped>
        </p>
      </Cell>
      <Cell part="detail">
        <Clamped>
          <EmailAddress address={user.email} />
        </Clamped>
      </Cell>
      <Cell part="beside">
        <RoleBadge role={user.role} />
        {user.manages_organization && (
          <span className={styles.right}>{words.organizationAdmin}</span>
        )}
      </Cell>
      <Cell part="detail" className={styles.organization}>
        <Clamped>
          {user.organization_name ??
            organizations.get(String(user.organization_id)) ??
            words.noOrganization}
        </Clamped>
      </Cell>
      <Cell className={styles.state}>
        <span className={styles.status} data-active={user.is_active && !user.invitation_expires_at}>
          {words[stateOf(user)]}
        </span>
        {user.mailbox && <span className={styles.right}>{mailboxWords[user.mailbox]}</span>}
      </Cell>
      <Cell isNumber>
        <span className="table-word">{words.risk} </span>
        <strong>{roundedScore(user.risk_score)}</strong>
      </Cell>
      <Cell part="actions">
        <Button variant="secondary" size="small" label={words.editOne({ name })} onClick={onEdit}>
          {words.edit}
        </Button>
        <Button
          variant="plain"
          size="small"
          label={isRemoved ? words.removing : words.removeOne({ name })}
          pending={isRemoved}
          onClick={() => void removeUser(user)}
        >
          {isRemoved ? words.removing : words.remove}
        </Button>
      </Cell>
    </>
  )
}

/** A role as a word and a colour (R233-R235). */
function RoleBadge({ role }: { readonly role: User['role'] }) {
  const words = useStore($rolesWords)
  return (
    <span className={styles.role} data-role={role}>
      {words[role]}
    </span>
  )
}
