import { atom, type ReadableAtom } from 'nanostores'
import { foldDigits } from '../../../contract/core/digits.ts'
import { baseLocale, type Locale, locales } from '../../../contract/core/locale.ts'
import {
  industries,
  type Organization,
} from '../../../contract/organizations/organization-fields.ts'
import { saveOrganizationEndpoint } from '../../../contract/organizations/save-organization.ts'
import { adminDashboard } from '../admin/admin.ts'
import { call } from '../core/api/http.ts'
import { resetWithUser } from '../core/storage/forget.ts'
import { done, rejectFields, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $organizationsWords } from './words/organizations.words.yaml'

export type { Organization }
export { industries }

const notices = noticesAbout('organization-form')

/** The name of the form's draft. */
export const organizationDraft = 'organization'

const $createdId = resetWithUser(atom<Organization['id'] | undefined>())

/** The organization that was created last, if the server says which one that is. */
export const $createdOrganizationId: ReadableAtom<Organization['id'] | undefined> = $createdId

/**
 * Creates an organization, or changes `editing`. At creation address and website have no field
 * and are sent empty (R319-R327).
 */
export async function saveOrganization(form: FormData, editing?: Organization): Promise<Submitted> {
  const organizationsWords = $organizationsWords.get()
  notices.drop()
  const missing = ['name', 'contact_email'].filter((name) => textOf(form, name) === '')
  if (missing.length > 0) return rejectFields(notices, organizationsWords.missing, missing)
  try {
    const fields = {
      name: textOf(form, 'name'),
      industry: industries.find((known) => known === textOf(form, 'industry')) ?? 'finance',
      contact_email: textOf(form, 'contact_email'),
      phone: textOf(form, 'phone'),
      address: textOf(form, 'address'),
      website: textOf(form, 'website'),
      employee_count: employeeCountOf(textOf(form, 'employee_count')),
      ...languageOf(form, editing),
    }
    const { id } = await call(
      saveOrganizationEndpoint,
      editing === undefined ? fields : { ...fields, id: editing.id },
    )
    if (editing === undefined) $createdId.set(id)
  } catch (error) {
    const prefix =
      editing === undefined ? organizationsWords.failed : organizationsWords.changeFailed
    const words = { prefix }
    return reportFailure(notices, error, { ...words, order: ['error', 'message'] }, form)
  }
  notices.success(editing === undefined ? organizationsWords.saved : organizationsWords.changed)
  void adminDashboard.reload()
  return done
}

/** There is no field where the backend has no languages; without a choice the call is as specified. */
function languageOf(form: FormData, editing?: Organization): { locale?: Locale } {
  const locale = locales.find((known) => known === form.get('locale'))
  const isUnchosen = editing === undefined && locale === baseLocale
  return locale === undefined || isUnchosen ? {} : { locale }
}

/** Anything that is not a number becomes 0, decimals are cut off, negative values become 0 (R322). */
export function employeeCountOf(text: string): number {
  const count = Math.trunc(Number(foldDigits(text)))
  return Number.isFinite(count) ? Math.max(0, count) : 0
}
