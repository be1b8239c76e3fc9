import type { OutputOf } from '../../../contract/endpoint.ts'
import type { adminUsersImportEndpoint } from '../../../contract/endpoints/admin-users-import.ts'
import { HttpError } from '../api/errors.ts'
import { $userImportMessages } from '../messages/user-import.ts'
import { describeError, fieldWords } from '../ui-state/error-words.ts'

type Answer = OutputOf<typeof adminUsersImportEndpoint>['rows'][number]

/** Why a line is what it is, in words; empty where there is nothing to say. */
export function reasonOf({ problem, changed }: Answer): string {
  const messages = $userImportMessages.get()
  if (problem === undefined) {
    const fields = (changed ?? []).map(labelOf).join(', ')
    return fields === '' ? '' : messages.differs({ fields })
  }
  const { detail, code, fields = [] } = problem
  if (code === 'invalid_input' && fields.length > 0) {
    return fields.map((named) => `${labelOf(named.field)}: ${fieldWords(named)}`).join(' ')
  }
  const error = new HttpError(409, { detail }, problem)
  return describeError(error, { order: ['detail'], fallback: detail }).text
}

function labelOf(field: string): string {
  const messages = $userImportMessages.get()
  const { username, email, full_name, role, department, phone, is_active, aliases } = messages
  const labels: ReadonlyMap<string, string> = new Map(
    Object.entries({ username, email, full_name, role, department, phone, is_active, aliases }),
  )
  const name = field.replace(/\[\d+\]$/, '')
  return name === 'organization' ? messages.organizationField : (labels.get(name) ?? name)
}
