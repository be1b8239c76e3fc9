import { removeOrganizationEndpoint } from '../../../contract/organizations/remove-organization.ts'
import { setOrganizationStatusEndpoint } from '../../../contract/organizations/set-organization-status.ts'
import { adminDashboard } from '../admin/admin.ts'
import { makeChange } from '../core/ui-state/change.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { callConfirmed } from '../sign-in/confirmation.ts'
import type { Organization } from './organization-form.ts'
import { $organizationActionsWords } from './words/organization-actions.words.yaml'

const notices = noticesAbout('organization-actions')

/** @returns whether it was done */
export async function setSuspended(
  { id, name }: Organization,
  is_suspended: boolean,
): Promise<boolean> {
  const words = $organizationActionsWords.get()
  const question = { text: words.suspendQuestion({ name }), action: words.suspend }
  if (is_suspended && !(await confirm(question))) return false
  const done = is_suspended ? words.suspended : words.resumed
  return act(
    () => callConfirmed(setOrganizationStatusEndpoint, { id, is_suspended }),
    done({ name }),
  )
}

/** @returns whether it was done */
export async function removeOrganization({ id, name }: Organization): Promise<boolean> {
  const words = $organizationActionsWords.get()
  const question = { text: words.removeQuestion({ name }), action: words.remove }
  if (!(await confirm(question))) return false
  return act(() => callConfirmed(removeOrganizationEndpoint, { id }), words.removed({ name }))
}

function act(send: () => Promise<unknown>, done: string): Promise<boolean> {
  return makeChange(notices, { done }, send, adminDashboard.reload)
}
