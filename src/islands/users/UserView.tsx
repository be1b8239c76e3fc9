import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { adminDashboard } from '../../lib/admin/admin.ts'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { filteredPath, organizationPath } from '../../lib/core/navigation/admin-paths.ts'
import { draftOf } from '../../lib/core/ui-state/drafts.ts'
import { $rolesWords } from '../../lib/core/words/roles.words.yaml'
import { roundedScore } from '../../lib/risk/risk.ts'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { mayGetResetLink } from '../../lib/users/invitations.ts'
import { userDraft } from '../../lib/users/user-form.ts'
import { $removedUsers, removeUser } from '../../lib/users/user-removal.ts'
import { stateOf, type User, userPage } from '../../lib/users/users.ts'
import { $userPageWords } from '../../lib/users/words/user-page.words.yaml'
import { $usersWords } from '../../lib/users/words/users.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { historyLink } from '../audit/history-link.ts'
import { Fact, Facts } from '../core/facts/Facts.tsx'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ViewPage } from '../core/parts/ViewPage.tsx'
import { RiskBadge } from '../risk/RiskCard.tsx'
import { Invitation, ResetLink } from './Invitation.tsx'
import { UserForm } from './UserForm.tsx'
import styles from './UserView.module.css'

/** A user: what is known, and what can be done. */
export function UserView() {
  const words = useStore($userPageWords)
  const usersWords = useStore($usersWords)
  const roles = useStore($rolesWords)
  const resource = useStore(userPage.$resource)
  const user = resource.status === 'loaded' ? resource.data : null
  return (
    <ViewPage
      screen="admin"
      view="user"
      title={user === null ? undefined : user.full_name || user.username || usersWords.noName}
      subtitle={user === null ? undefined : roles[user.role]}
    >
      <Loaded store={userPage} loading={words.loading} failed={words.failed} isQuiet>
        {(shown) =>
          shown === null ? (
            <StateMessage icon="search" title={words.unknown} hint={words.unknownHint} isProblem>
              <a className="button" href={filteredPath('users', {})}>
                {words.allUsers}
              </a>
            </StateMessage>
          ) : (
            <Page key={shown.id} user={shown} />
          )
        }
      </Loaded>
    </ViewPage>
  )
}

function Page({ user }: { readonly user: User }) {
  const words = useStore($usersWords)
  const { failed, loading } = useStore($userPageWords)
  const can = useStore($capabilities)
  const isRemoved = useStore($removedUsers).has(user.id)
  const [isEditing, setEditing] = useState(() => draftOf(userDraft(user)) !== undefined)
  const reload = () => void userPage.reload()
  return (
    <div className={styles.page}>
      <UserFacts user={user} />
      {user.may_be_invited && can.has('invitations') && <Invitation user={user} onDone={reload} />}
      {mayGetResetLink(user) && can.has('password-reset') && <ResetLink user={user} />}
      {can.has('activity') && (
        <LazyPart part={historyLink} props={{ filter: { target_id: String(user.id) } }} />
      )}
      <div className="close-row">
        <Button onClick={() => setEditing(true)}>{words.edit}</Button>
        <Button
          variant="plain"
          pending={isRemoved}
          onClick={() => void removeUser(user).then(userPage.reload)}
        >
          {isRemoved ? words.removing : words.remove}
        </Button>
      </div>
      {isEditing && (
        // The form chooses among the organizations.
        <Loaded store={adminDashboard} loading={loading} failed={failed} isQuiet>
          {() => (
            <UserForm
              editing={user}
              onClose={() => {
                setEditing(false)
                reload()
              }}
            />
          )}
        </Loaded>
      )}
    </div>
  )
}

function UserFacts({ user }: { readonly user: User }) {
  const words = useStore($usersWords)
  const own = useStore($userPageWords)
  const can = useStore($capabilities)
  const { organization_id, organization_name, second_factors: factors } = user
  const organization = organization_name || words.noOrganization
  const hasPage = organization_id !== null && can.has('attention')
  return (
    <Facts>
      <Fact label={words.email}>
        <EmailAddress address={user.email} />
      </Fact>
      <Fact label={words.username}>{user.username}</Fact>
      <Fact label={words.organization}>
        {hasPage ? (
          <a href={organizationPath(String(organization_id))}>{organization}</a>
        ) : (
          <bdi>{organization}</bdi>
        )}
        {user.manages_organization && <span>{words.organizationAdmin}</span>}
      </Fact>
      <Fact label={words.status}>{words[stateOf(user)]}</Fact>
      <Fact label={words.byRisk}>
        <strong>{formatCount(roundedScore(user.risk_score))}</strong>
        <RiskBadge score={user.risk_score} />
      </Fact>
      {typeof factors === 'number' && (
        <Fact label={own.factors}>{factors > 0 ? formatCount(factors) : own.noFactors}</Fact>
      )}
      {user.department && <Fact label={own.department}>{user.department}</Fact>}
      {user.phone && <Fact label={own.phone}>{user.phone}</Fact>}
      {Boolean(user.aliases?.length) && (
        <Fact label={own.aliases}>
          {user.aliases?.map((alias) => (
            <EmailAddress key={alias} address={alias} />
          ))}
        </Fact>
      )}
    </Facts>
  )
}
