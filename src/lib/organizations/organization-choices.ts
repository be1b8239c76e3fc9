import { limits } from '../../../contract/core/limits.ts'
import { listOrganizationsEndpoint } from '../../../contract/organizations/list-organizations.ts'
import type { Organization } from '../../../contract/organizations/organization-fields.ts'
import { organizationList } from '../admin/admin.ts'
import { loadPage, openingQuery } from '../core/api/pages.ts'
import type { Choice, ChoicePage } from '../core/ui-state/choices.ts'
import { sortBy } from '../core/ui-state/sort.ts'
import { $organizationsWords } from './words/organizations.words.yaml'

const pageSize = 50

/**
 * The organizations that a text finds, sorted by name, in pages: among the loaded ones by a part of
 * their name, and of a long list, or where none is loaded, as the backend finds them.
 * @param cursor the `next` of the page before; undefined for the first
 */
export async function searchOrganizations(
  text: string,
  cursor: string | undefined,
): Promise<ChoicePage> {
  const list = organizationList.$list.get()
  if (list === undefined || list.isLong) return searchThere(text, cursor)
  const wanted = text.trim().toLowerCase()
  const found = sortBy(
    list.rows.filter(({ name }) => name.toLowerCase().includes(wanted)),
    ({ name }) => name,
    false,
  )
  const start = Number(cursor ?? 0)
  const end = start + pageSize
  return {
    choices: found.slice(start, end).map(choiceOf),
    total: found.length,
    next: end < found.length ? String(end) : undefined,
  }
}

/** The choice for an organization, labelled with its id while it is not known. */
export function organizationChoice(
  id: string | number | null | undefined,
  organization: Pick<Organization, 'id' | 'name'> | undefined,
): Choice | undefined {
  if (id === null || id === undefined || id === '') return undefined
  return choiceOf(organization ?? { id, name: String(id) })
}

/** @param cursor the number found and the query of the page, as text */
async function searchThere(text: string, cursor: string | undefined): Promise<ChoicePage> {
  const q = text.trim().slice(0, limits.search)
  const [total, query]: [number, Readonly<Record<string, string>>] =
    cursor === undefined ? [0, { ...openingQuery, ...(q === '' ? {} : { q }) }] : JSON.parse(cursor)
  const page = await loadPage(listOrganizationsEndpoint, query)
  const found = page.search?.found ?? (total || page.rows.length)
  return {
    choices: page.rows.map(choiceOf),
    total: found,
    next: page.next && JSON.stringify([found, page.next]),
  }
}

function choiceOf({ id, name }: { readonly id: string | number; readonly name: string }): Choice {
  return { id: String(id), label: name || $organizationsWords.get().noName }
}
