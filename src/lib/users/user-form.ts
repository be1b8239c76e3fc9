import { saveUserEndpoint } from '../../../contract/users/save-user.ts'
import { adminDashboard } from '../admin/admin.ts'
import { newRow } from '../core/navigation/view.ts'
import { draftNames, draftOf } from '../core/ui-state/drafts.ts'
import { done, rejectFields, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { callConfirmed } from '../sign-in/confirmation.ts'
import { $session, reloadUser } from '../sign-in/session.ts'
import { roles, type User } from './users.ts'
import { $usersWords } from './words/users.words.yaml'

const notices = noticesAbout('user-form')

/** The name of the form's draft: one for a new user, one for each edited user. */
export function userDraft(editing: User | undefined): string {
  return editing === undefined ? 'user' : `user ${editing.id}`
}

/** @returns the id of the user whose form was open when the session ended, or of a new one */
export function userToGoOnWith(): string | undefined {
  const edited = draftNames().find((name) => name.startsWith('user '))
  return edited?.slice('user '.length) ?? (draftOf(userDraft(undefined)) && newRow)
}

/** The fields that are checked before submitting; on edit this includes the password (R311). */
const checked = ['username', 'email', 'full_name', 'password'] as const

/** Creates a user or changes `editing`, with the same call (R307-R318). */
export async function saveUser(form: FormData, editing: User | undefined): Promise<Submitted> {
  const usersWords = $usersWords.get()
  notices.drop()
  // A user who was invited sets the password.
  const needsPassword = !form.has('sends_invitation') && !editing?.invitation_expires_at
  const needed = needsPassword ? checked : checked.filter((name) => name !== 'password')
  const missing = needed.filter((name) => textOf(form, name) === '')
  if (missing.length > 0) {
    return rejectFields(notices, usersWords.missing, [...missing, ...missingOrganization(form)])
  }
  const password = form.get('password')
  const role = roles.find((known) => known === textOf(form, 'role')) ?? 'employee'
  const organization = textOf(form, 'organization_id')
  const fields = {
    username: textOf(form, 'username'),
    email: textOf(form, 'email'),
    full_name: textOf(form, 'full_name'),
    role,
    // Only a super admin may have no organization; for others the server rejects the empty text.
    organization_id: organization === '' && role === 'super_admin' ? null : organization,
    department: textOf(form, 'department'),
    phone: textOf(form, 'phone'),
    ...activityIn(form, editing),
    ...aliasesIn(form, editing),
    ...rightIn(form, editing),
  }
  // The password is not trimmed.
  const given = { password: typeof password === 'string' ? password : '' }
  const access = form.has('sends_invitation') ? ({ sends_invitation: true } as const) : given
  try {
    await callConfirmed(
      saveUserEndpoint,
      editing === undefined ? { ...fields, ...access } : { ...fields, ...given, id: editing.id },
    )
  } catch (error) {
    return reportFailure(
      notices,
      error,
      { prefix: usersWords.saveFailed, order: ['error', 'message'] },
      form,
    )
  }
  notices.success(usersWords.saved)
  void adminDashboard.reload()
  if (editing !== undefined && isSignedIn(editing)) void reloadUser()
  return done
}

/** Required of all but super admins; alone it is for the server to refuse (R308). */
function missingOrganization(form: FormData): readonly string[] {
  const isMissing = form.get('organization_id') === '' && textOf(form, 'role') !== 'super_admin'
  return isMissing ? ['organization_id'] : []
}

/** Only if it was changed. */
function activityIn(form: FormData, editing: User | undefined): { is_active?: boolean } {
  const is_active = textOf(form, 'is_active') !== 'inactive'
  return editing === undefined || is_active === editing.is_active ? {} : { is_active }
}

/** Only if the form offers it and it was changed. */
function rightIn(form: FormData, editing: User | undefined): { manages_organization?: boolean } {
  const manages_organization = form.has('manages_organization')
  const isUnchanged = manages_organization === (editing?.manages_organization ?? false)
  return !form.has('offers_right') || isUnchanged ? {} : { manages_organization }
}

/** Only if they were changed; otherwise the user's aliases stay. */
function aliasesIn(form: FormData, editing: User | undefined): { aliases?: string[] } {
  const aliases = textOf(form, 'aliases')
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const isUnchanged = aliases.join(' ') === (editing?.aliases ?? []).join(' ')
  return !form.has('aliases') || isUnchanged ? {} : { aliases }
}

function isSignedIn({ id }: User): boolean {
  const session = $session.get()
  return session.status === 'signed-in' && session.user.id === id
}
