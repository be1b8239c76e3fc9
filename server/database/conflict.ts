/** SQLite's extended result codes, and PostgreSQL's. */
const unique = { sqlite: 2067, postgres: '23505' }
const reference = { sqlite: 787, postgres: '23503' }

/** Whether a row was refused because another one has its name. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, unique)
}

/** Whether a row was refused because what it belongs to is gone. */
export function isReferenceViolation(error: unknown): boolean {
  return hasCode(error, reference)
}

function hasCode(error: unknown, { sqlite, postgres }: typeof unique): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return error.errcode === sqlite
  return 'code' in error && error.code === postgres
}
