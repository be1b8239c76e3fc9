import { adminDashboard } from '../attention/admin.ts'
import type { Choice, ChoicePage } from '../core/ui-state/choices.ts'
import { sortBy } from '../core/ui-state/sort.ts'
import { $organizationsWords } from './words/organizations.words.yaml'

const pageSize = 50

/**
 * The organizations whose name contains a text, sorted by name, in pages. Searches the data of the
 * admin dashboard; a search on the server could replace it without other changes.
 * @param cursor the `next` of the page before; undefined for the first
 */
export async function searchOrganizations(
  text: string,
  cursor: string | undefined,
): Promise<ChoicePage> {
  const wanted = text.trim().toLowerCase()
  const found = sortBy(
    loadedOrganizations().filter(({ name }) => name.toLowerCase().includes(wanted)),
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

/** The choice for an organization, labelled with its id if the name is not loaded. */
export function organizationChoice(id: string | number | null | undefined): Choice | undefined {
  if (id === null || id === undefined || id === '') return undefined
  const organization = loadedOrganizations().find((known) => String(known.id) === String(id))
  return choiceOf(organization ?? { id, name: String(id) })
}

function loadedOrganizations() {
  const admin = adminDashboard.$resource.get()
  return admin.status === 'loaded' ? admin.data.organizations : []
}

function choiceOf({ id, name }: { readonly id: string | number; readonly name: string }): Choice {
  return { id: String(id), label: name || $organizationsWords.get().noName }
}
