import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { draftOf, keepField } from '../../lib/core/ui-state/drafts.ts'
import { $rolesWords } from '../../lib/core/words/roles.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { mayGetResetLink } from '../../lib/users/invitations.ts'
import { saveUser, userDraft } from '../../lib/users/user-form.ts'
import { $knowsAliases, roles, type User } from '../../lib/users/users.ts'
import { $usersWords } from '../../lib/users/words/users.words.yaml'
import { Field } from '../../ui/Field.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { lazy } from '../../ui/lazy-component.ts'
import { Options } from '../../ui/Options.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { historyLink } from '../audit/history-link.ts'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { OrganizationPicker } from '../core/parts/OrganizationPicker.tsx'
import { Invitation, InvitationChoice, ResetLink } from './Invitation.tsx'
import styles from './UserForm.module.css'

/** Only team leads have it. */
const organizationAdminChoice = lazy(
  async () => (await import('./OrganizationAdminChoice.tsx')).OrganizationAdminChoice,
)

const userFactors = lazy(async () => (await import('./UserFactors.tsx')).UserFactors)
/** Few users need it, and so it is apart from the form. */
const userLink = lazy(async () => (await import('./UserLink.tsx')).UserLink)

interface UserFormProps {
  /** The user to change; undefined to create one. */
  readonly editing: User | undefined
  readonly onClose: () => void
}

/** R299, R300, R306-R318. On edit the password is not marked as required but is still checked. */
export function UserForm({ editing, onClose }: UserFormProps) {
  const words = useStore($usersWords)
  const roleWords = useStore($rolesWords)
  const knowsAliases = useStore($knowsAliases)
  const draft = userDraft(editing)
  const drafted = draftOf(draft)
  const capabilities = useStore($capabilities)
  const [role, setRole] = useState(drafted?.fields.role ?? editing?.role ?? 'employee')
  const [isInvited, setInvited] = useState(drafted?.fields.sends_invitation !== undefined)
  const title =
    editing === undefined
      ? words.add
      : words.editOne({ name: editing.full_name || editing.username })
  const below = editing !== undefined && (
    <>
      {capabilities.has('single-sign-on') && <LazyPart part={userLink} props={{ user: editing }} />}
      {capabilities.has('activity') && (
        <LazyPart part={historyLink} props={{ filter: { target_id: String(editing.id) } }} />
      )}
    </>
  )
  return (
    <FormModal
      title={title}
      submit={(form) => saveUser(form, editing)}
      label={editing === undefined ? words.create : words.save}
      draft={draft}
      asksBeforeDiscard
      hasColumns
      onClose={onClose}
      below={below}
    >
      {(field, close) => (
        <>
          <TextField
            {...field('username')}
            label={words.username}
            initial={editing?.username}
            required
          />
          <TextField
            {...field('email')}
            label={words.email}
            type="email"
            initial={editing?.email}
            required
          />
          <TextField
            {...field('full_name')}
            label={words.fullName}
            initial={editing?.full_name}
            required
          />
          <div className={styles.access}>
            {!isInvited && (
              <PasswordField
                {...field('password')}
                label={words.password}
                hint={editing === undefined ? words.passwordNew : words.passwordKeep}
                autoComplete="new-password"
                required={editing === undefined}
              />
            )}
            {editing === undefined && capabilities.has('invitations') && (
              <InvitationChoice isInvited={isInvited} onChange={setInvited} />
            )}
            {editing !== undefined &&
              mayGetResetLink(editing) &&
              capabilities.has('password-reset') && <ResetLink user={editing} />}
            {editing?.may_be_invited && capabilities.has('invitations') && (
              <Invitation user={editing} onDone={close} />
            )}
          </div>
          <Field {...field('role')} label={words.role}>
            {(control) => (
              <select
                {...control}
                defaultValue={role}
                onChange={({ currentTarget }) => setRole(currentTarget.value)}
              >
                <Options values={roles} labels={roleWords} />
              </select>
            )}
          </Field>
          {role === 'team_lead' && capabilities.has('organization-admins') && (
            <LazyPart
              part={organizationAdminChoice}
              props={{ isGiven: editing?.manages_organization ?? false, draft }}
            />
          )}
          <OrganizationPicker
            placeholder={words.chooseOrganization}
            initialId={drafted?.fields.organization_id ?? editing?.organization_id}
            onChoose={(id) => keepField(draft, 'organization_id', id)}
            required
            problem={field('organization_id').problem}
          />
          <TextField
            {...field('department')}
            label={words.department}
            initial={editing?.department}
            placeholder={words.departmentHint}
          />
          <TextField {...field('phone')} label={words.phone} type="tel" initial={editing?.phone} />
          {editing !== undefined && (
            <Field {...field('is_active')} label={words.status}>
              {(control) => (
                <select {...control} defaultValue={editing.is_active ? 'active' : 'inactive'}>
                  <Options values={['active', 'inactive']} labels={words} />
                </select>
              )}
            </Field>
          )}
          {knowsAliases && (
            <div className="modal-wide">
              <Field {...field('aliases')} label={words.aliases} hint={words.aliasesHint}>
                {(control) => (
                  <textarea
                    {...control}
                    rows={3}
                    defaultValue={editing?.aliases?.join('\n')}
                    autoCapitalize="none"
                    spellCheck={false}
                  />
                )}
              </Field>
            </div>
          )}
          {editing?.second_factors && (
            <div className="modal-wide">
              <LazyPart part={userFactors} props={{ user: editing, onDone: close }} />
            </div>
          )}
        </>
      )}
    </FormModal>
  )
}
