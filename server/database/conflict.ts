/** SQLite's extended result code for a value that a unique column has already, and PostgreSQL's. */
const sqliteUnique = 2067
const postgresUnique = '23505'

/** Whether a row was refused because another one has its name. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return error.errcode === sqliteUnique
  return 'code' in error && error.code === postgresUnique
}
