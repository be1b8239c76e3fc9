import { splitTables } from './tables.ts'

/** The tables of an organization's data that a query reads or changes without asking for the organization. */
export function withoutOrganization(text: string): readonly string[] {
  const bare = text.replaceAll('"', '').replace(/\s+/g, ' ')
  return splitTables.filter((table) => {
    if (new RegExp(`\\b(from|join|update) ${table}\\b`).test(bare)) return !asksFor(bare, table)
    // A row without it is refused by the database.
    return false
  })
}

/** A condition on another table's column, or a column that is only selected, is none. */
function asksFor(bare: string, table: string): boolean {
  const conditions = bare.slice(bare.search(/ (where|on) /))
  const column = new RegExp(`(^|[^.\\w])(${table}\\.)?organization_id (=|in|is not distinct from)`)
  const other = new RegExp(`(=|from) (${table}\\.)?organization_id\\b`)
  return column.test(conditions) || other.test(conditions)
}
