import { splitTables } from './tables.ts'

const time = /^(\w+\.)?(\w+_)?at( as \w+)?( asc| desc)?$/

/**
 * The queue of what is sent, which is no list. To order it by more would sort all of one time for each that
 * is taken.
 */
const queue = /next_attempt_at/

/** @returns whether a query orders rows by times alone, so that those of one time come in any order */
export function isOrderedByTimeAlone(text: string): boolean {
  if (queue.test(text)) return false
  const bare = text.replaceAll('"', '').replace(/\s+/g, ' ')
  // A function stands for its last argument.
  const plain = bare.replaceAll(/\w+\((?:[^()]*, )?([^(),]*)\)/g, '$1')
  return [...plain.matchAll(/ order by ([^()]+)/g)].some(({ index, 1: keys = '' }) => {
    const select = plain.slice(plain.lastIndexOf('select ', index), index)
    const [, selected = ''] = /^select (.+?) from /.exec(select) ?? []
    // Rows that are read by times alone are the same if they have one time.
    return areTimes(keys.replace(/ (limit|offset) .*/, '')) && !areTimes(selected)
  })
}

function areTimes(list: string): boolean {
  return list.split(',').every((key) => time.test(key.trim()))
}

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
