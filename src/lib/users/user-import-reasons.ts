import type { OutputOf } from '../../../contract/core/endpoint.ts'
import type { importUsersEndpoint } from '../../../contract/users/import-users.ts'
import { reasonOfRow } from '../files/import-reasons.ts'
import { $userImportWords } from './words/user-import.words.yaml'

type Answer = OutputOf<typeof importUsersEndpoint>['rows'][number]

export function reasonOf(answer: Answer): string {
  return reasonOfRow(answer, labelOf)
}

function labelOf(field: string): string {
  const words = $userImportWords.get()
  const { username, email, full_name, role, department, phone, is_active, aliases } = words
  const labels: ReadonlyMap<string, string> = new Map(
    Object.entries({ username, email, full_name, role, department, phone, is_active, aliases }),
  )
  const name = field.replace(/\[\d+\]$/, '')
  return name === 'organization' ? words.organizationField : (labels.get(name) ?? name)
}
