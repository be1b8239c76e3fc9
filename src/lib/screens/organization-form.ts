import { atom, type ReadableAtom } from 'nanostores'
import { adminOrganizationsSaveEndpoint } from '../../../contract/endpoints/admin-organizations-save.ts'
import { industries, type Organization } from '../../../contract/fields/organization.ts'
import { call } from '../api/http.ts'
import { $organizationsMessages } from '../messages/organizations.ts'
import { resetWithUser } from '../session/forget.ts'
import { done, rejectFields, reportFailure, type Submitted, textOf } from '../ui-state/form.ts'
import { noticesAbout } from '../ui-state/notices.ts'
import { adminDashboard } from './admin.ts'

export type { Organization }
export { industries }

const notices = noticesAbout('organization-form')

/** The name of the form's draft. */
export const organizationDraft = 'organization'

const $createdId = resetWithUser(atom<Organization['id'] | undefined>())

/** The organization that was created last, if the server says which one that is. */
export const $createdOrganizationId: ReadableAtom<Organization['id'] | undefined> = $createdId

/** Creates an organization; address and website have no field and are sent empty (R319-R327). */
export async function saveOrganization(form: FormData): Promise<Submitted> {
  const messages = $organizationsMessages.get()
  notices.drop()
  const missing = ['name', 'contact_email'].filter((name) => textOf(form, name) === '')
  if (missing.length > 0) return rejectFields(notices, messages.missing, missing)
  try {
    const { id } = await call(adminOrganizationsSaveEndpoint, {
      name: textOf(form, 'name'),
      industry: industries.find((known) => known === textOf(form, 'industry')) ?? 'finance',
      contact_email: textOf(form, 'contact_email'),
      phone: textOf(form, 'phone'),
      address: '',
      website: '',
      employee_count: employeeCountOf(textOf(form, 'employee_count')),
    })
    $createdId.set(id)
  } catch (error) {
    const words = { prefix: messages.failed, fallback: messages.unknownError }
    return reportFailure(notices, error, { ...words, order: ['error', 'message'] }, form)
  }
  notices.success(messages.saved)
  void adminDashboard.reload()
  return done
}

/** Anything that is not a number becomes 0, decimals are cut off, negative values become 0 (R322). */
export function employeeCountOf(text: string): number {
  const count = Math.trunc(Number(text))
  return Number.isFinite(count) ? Math.max(0, count) : 0
}
