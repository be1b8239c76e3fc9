import { limits } from './limits.ts'

/** What a field means, for the OpenAPI document. */
export interface FieldDescription {
  readonly description: string
  /** A format of JSON Schema. */
  readonly format?: 'email' | 'date-time' | 'date' | 'uri'
  /** Where the examples of the call do not have the field. */
  readonly example?: unknown
}

/** By the name of the field, at any depth; a text is a description alone. */
export type FieldDescriptions = Readonly<Record<string, FieldDescription | string>>

/** The fields that mean the same in every call. */
export const commonFields: FieldDescriptions = {
  writes: 'False: the database accepts no writes.',
  success: 'True; an error has false.',
  id: { description: 'The id of the row.', example: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11' },
  limit: {
    description: `Rows in a page, at most ${limits.pageSize}; without it the list comes whole. A \`Link\` header with \`rel="next"\` leads to the next page.`,
    example: 20,
  },
  cursor: {
    description:
      'The place in the list after which the page begins, from the `Link` header. It belongs to one list, sort and filter.',
    example: 'WyJrM2pYOVFwYTFaWSIsIlJhbmlhIiwiMDE5OGEzYzIiXQ',
  },
  sort: 'What the list is sorted by.',
  order: { description: 'Ascending or descending.', example: 'asc' },
  q: {
    description: 'Finds rows that contain this text, whatever its case and accents.',
    example: 'rania',
  },
  detail: 'What went wrong, in one English sentence that may be shown.',
  error: 'The same sentence as `detail`.',
  message: 'The same sentence as `detail`.',
  code: 'The stable code of the error.',
  params: 'What the code is about, by name; the names are stable.',
  fields: 'The fields of the input that the error is about.',
  field: 'The path of the field in the input, for instance `scans[3].recipient`.',
  created_at: {
    description: 'When it was created.',
    format: 'date-time',
    example: '2025-01-05T08:00:00.000Z',
  },
  risk_score: 'From 0 to 100: below 30 is low, 70 and more is high.',
  idle_seconds_left: 'Seconds until the session ends without use.',
  email: { description: 'The email address, in canonical form.', format: 'email' },
  full_name: 'The name of the user.',
  username: 'The name to sign in with, unique whatever its case and look-alike letters.',
  role: 'What the user may do.',
  organization_id: 'The organization of the user.',
  threat_level: 'The verdict on the mail.',
  detection_reason: 'Why the mail has its verdict.',
  indicators: 'What was observed in the mail.',
  disposition: 'What the mail gateway did with the mail.',
  total_scans: 'Scanned mails.',
  phone: 'The telephone number, as it was entered, in the digits 0 to 9.',
  status: 'The state.',
}
