import type { JsonSchema } from '@valibot/to-json-schema'
import type { ErrorDefinition } from '../../contract/errors.ts'
import { type Answer, textHeader } from './documented-call.ts'

/** One for each status; the codes say which of its errors it is. */
export function errorResponses(errors: readonly ErrorDefinition[]): Record<string, Answer> {
  const byStatus = Map.groupBy(errors, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, members]) => [
      status,
      {
        description: members.map(({ description }) => description).join('; '),
        ...headersOf(status),
        content: { 'application/json': { schema: errorSchema(members) } },
      },
    ]),
  )
}

/** Beside the reference, so that the codes narrow what every error has. */
function errorSchema(errors: readonly ErrorDefinition[]): JsonSchema {
  const codes = errors.map(({ code }) => code)
  return { $ref: '#/components/schemas/Error', properties: { code: { enum: codes } } }
}

function headersOf(status: number) {
  if (status === 401) return { headers: { 'WWW-Authenticate': textHeader } }
  if (status === 429 || status === 503) return { headers: { 'Retry-After': textHeader } }
  return {}
}
