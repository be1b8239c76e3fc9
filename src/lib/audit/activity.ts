import { type AuditAction, auditActions } from '../../../contract/audit/audit-action.ts'
import type { AuditEntry } from '../../../contract/audit/audit-entry.ts'
import { exportAuditEndpoint } from '../../../contract/audit/export-audit.ts'
import { listAuditEndpoint } from '../../../contract/audit/list-audit.ts'
import { limits } from '../../../contract/core/limits.ts'
import { searchEndpoint } from '../../../contract/search/search.ts'
import { call } from '../core/api/http.ts'
import { createPagedResource, type ListQuery } from '../core/lists/paged-resource.ts'
import type { Choice, ChoicePage } from '../core/ui-state/choices.ts'
import { $rolesWords } from '../core/words/roles.words.yaml'
import { exportCsv } from '../files/export-csv.ts'
import { $activityWords } from './words/activity.words.yaml'
import { $activityActionsWords } from './words/activity-actions.words.yaml'

export type { AuditEntry }
export { auditActions }
/** A file holds no more. */
export const { exportedEntries } = limits

const filters = ['actor_id', 'target_id', 'organization_id', 'action', 'from', 'to'] as const
export type ActivityFilter = ListQuery<(typeof filters)[number]>

/** The audit trail, by the filters in the address. Days in the address are those of the reader. */
export const activity = createPagedResource(listAuditEndpoint, filters, inputOf)

/** Without any filter. */
export const noFilter: ActivityFilter = {
  actor_id: '',
  target_id: '',
  organization_id: '',
  action: '',
  from: '',
  to: '',
}

function inputOf({ from, to, ...equal }: ActivityFilter): Readonly<Record<string, string>> {
  const given = { ...equal, from: from && beginOfDay(from, 0), to: to && beginOfDay(to, 1) }
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

/** @returns the text itself if it is not a day, which the endpoint rejects */
function beginOfDay(text: string, daysLater: number): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return text
  const [year, month, day] = match.slice(1).map(Number)
  const date = new Date(year ?? 0, (month ?? 0) - 1, (day ?? 0) + daysLater)
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}

/** The best matches of a search on the server, as choices of a picker. */
function choicesOf(kind: 'users' | 'organizations') {
  return async (text: string): Promise<ChoicePage> => {
    const q = text.trim()
    if (q === '') return { choices: [], total: 0, next: undefined }
    const { users, organizations } = await call(searchEndpoint, { q })
    const choices: Choice[] =
      kind === 'users'
        ? users.map(({ id, full_name, username, email }) => ({
            id: String(id),
            label: [full_name || username, email].join(' · '),
          }))
        : organizations.map(({ id, name }) => ({ id: String(id), label: name }))
    return { choices, total: choices.length, next: undefined }
  }
}
export const searchUsers = choicesOf('users')
export const searchOrganizations = choicesOf('organizations')

/** The choice of a filter, named by an entry that it found; by its id without one. */
export function chosenOf(
  filter: 'actor_id' | 'target_id' | 'organization_id',
  id: string | undefined,
  entries: readonly AuditEntry[],
): Choice | undefined {
  if (id === undefined) return undefined
  const name = {
    actor_id: 'actor_name',
    target_id: 'target_name',
    organization_id: 'organization_name',
  } as const
  const entry = entries.find((known) => String(known[filter]) === id)
  return { id, label: entry?.[name[filter]] ?? id }
}

/** A word for each action; the name of one that this site does not know. */
export function wordsOf(action: string): string {
  const words = $activityActionsWords.get()
  const known = auditActions.find((name): name is AuditAction => name === action)
  return known === undefined ? action : words[known]
}

/** The actor: the name, or what is still known. */
export function nameOfActor({ actor_id, actor_name, actor_role }: AuditEntry): string {
  const words = $activityWords.get()
  if (actor_role === 'operator' || actor_role === 'nobody') return words[actor_role]
  if (actor_role === 'scim-token') {
    return [words['scim-token'], actor_name].filter(Boolean).join(': ')
  }
  return actor_name ?? (actor_id === null ? words.nobody : words.removedUser)
}

/** The target; empty where the action says it. */
export function nameOfTarget({ target_type, target_id, target_name }: AuditEntry): string {
  const words = $activityWords.get()
  if (target_id === null) return ''
  switch (target_type) {
    case 'user':
      return target_name ?? words.removedUser
    case 'organization':
      return target_name ?? words.removedOrganization
    case 'receipt':
      return words.receipt({ number: String(target_id) })
    default:
      return target_name ?? ''
  }
}

/** The role of the actor at that time. */
export function roleWords(role: string): string {
  const { operator, nobody, 'scim-token': token } = $activityWords.get()
  const others = { operator, nobody, 'scim-token': token }
  const known: Readonly<Record<string, string>> = { ...$rolesWords.get(), ...others }
  return known[role] ?? role
}

/** Saves the entries that the filters find as a file. */
export async function exportActivity(): Promise<void> {
  const input = inputOf(activity.$query.get())
  await exportCsv('aman-activity.csv', $activityWords.get(), exportAuditEndpoint, input)
}
