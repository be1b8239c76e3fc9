import { adminOrganizationsRemoveEndpoint } from '../../../contract/endpoints/admin-organizations-remove.ts'
import { adminOrganizationsStatusEndpoint } from '../../../contract/endpoints/admin-organizations-status.ts'
import { $organizationActionsMessages } from '../messages/organization-actions.ts'
import { callConfirmed } from '../session/confirmation.ts'
import { makeChange } from '../ui-state/change.ts'
import { confirm } from '../ui-state/dialogs.ts'
import { noticesAbout } from '../ui-state/notices.ts'
import { adminDashboard } from './admin.ts'
import type { Organization } from './organization-form.ts'

const notices = noticesAbout('organization-actions')

/** @returns whether it was done */
export async function setSuspended(
  { id, name }: Organization,
  is_suspended: boolean,
): Promise<boolean> {
  const messages = $organizationActionsMessages.get()
  const question = { text: messages.suspendQuestion({ name }), action: messages.suspend }
  if (is_suspended && !(await confirm(question))) return false
  const done = is_suspended ? messages.suspended : messages.resumed
  return act(
    () => callConfirmed(adminOrganizationsStatusEndpoint, { id, is_suspended }),
    done({ name }),
  )
}

/** @returns whether it was done */
export async function removeOrganization({ id, name }: Organization): Promise<boolean> {
  const messages = $organizationActionsMessages.get()
  const question = { text: messages.removeQuestion({ name }), action: messages.remove }
  if (!(await confirm(question))) return false
  return act(
    () => callConfirmed(adminOrganizationsRemoveEndpoint, { id }),
    messages.removed({ name }),
  )
}

function act(send: () => Promise<unknown>, done: string): Promise<boolean> {
  const words = { ...$organizationActionsMessages.get(), done }
  return makeChange(notices, words, send, adminDashboard.reload)
}
