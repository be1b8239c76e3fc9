import { listOrganizationsEndpoint } from '../../../contract/organizations/list-organizations.ts'
import { firstQuery, loadPage } from '../core/api/pages.ts'
import type { ChoicePage } from '../core/ui-state/choices.ts'

/** The first organizations that a text finds, where the list of the dashboard is not loaded. */
export async function findOrganizations(text: string): Promise<ChoicePage> {
  const query = { ...firstQuery, ...(text.trim() === '' ? {} : { q: text.trim() }), sort: 'name' }
  const { rows } = await loadPage(listOrganizationsEndpoint, query)
  const choices = rows.map(({ id, name }) => ({ id: String(id), label: name }))
  return { choices, total: choices.length, next: undefined }
}
