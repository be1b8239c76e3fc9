import { adminOrganizationsRemoveEndpoint } from '../../../contract/endpoints/admin-organizations-remove.ts'
import { adminOrganizationsStatusEndpoint } from '../../../contract/endpoints/admin-organizations-status.ts'
import { call } from '../api/http.ts'
import { $organizationActionsMessages } from '../messages/organization-actions.ts'
import { confirm } from '../ui-state/dialogs.ts'
import { reportFailure } from '../ui-state/form.ts'
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
  return act(() => call(adminOrganizationsStatusEndpoint, { id, is_suspended }), done({ name }))
}

/** @returns whether it was done */
export async function removeOrganization({ id, name }: Organization): Promise<boolean> {
  const messages = $organizationActionsMessages.get()
  const question = { text: messages.removeQuestion({ name }), action: messages.remove }
  if (!(await confirm(question))) return false
  return act(() => call(adminOrganizationsRemoveEndpoint, { id }), messages.removed({ name }))
}

async function act(send: () => Promise<unknown>, success: string): Promise<boolean> {
  const messages = $organizationActionsMessages.get()
  notices.drop()
  try {
    await send()
  } catch (error) {
    await reportFailure(notices, error, {
      order: ['detail'],
      prefix: messages.failed,
      fallback: messages.unknownError,
    })
    return false
  }
  notices.success(success)
  await adminDashboard.reload()
  return true
}
