import type { Files } from './find-problems.ts'

/** A table that few files write, for what follows from each write (decision 0087). */
export interface Guarded {
  readonly table: string
  /** Each write with Kysely, as `server/users/change/create-user.ts: insertInto`. */
  readonly writes: readonly string[]
  /** Files that name it apart from a query, in a list of tables; undefined where types name it. */
  readonly lists?: readonly string[]
  /** The functions to call instead. */
  readonly instead: string
}

/** @returns one line for each write that the table does not have, and for each that it had */
export function otherWrites(files: Files, guarded: Guarded): string[] {
  const { table, writes, lists, instead } = guarded
  const allowed = [...writes, ...(lists ?? []).map((path) => `${path}: '${table}'`)]
  const found = [...files]
    .filter(
      ([path]) => path.startsWith('server/') && !path.startsWith('server/database/migrations/'),
    )
    .flatMap(([path, text]) => {
      const written = [
        ...writesIn(text, table),
        ...(lists === undefined ? [] : listsIn(text, table)),
      ]
      return [...new Set(written)].map((write) => `${path}: ${write}`)
    })
  return [
    ...found
      .filter((write) => !allowed.includes(write))
      .map((write) => `${write} writes ${table}: call ${instead} instead`),
    ...allowed
      .filter((write) => !found.includes(write))
      .map((write) => `${write} is allowed to write ${table}, and does not`),
  ]
}

function writesIn(text: string, table: string): string[] {
  const builders = new RegExp(
    `\\b(insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\\(\\s*['"\`]${table}\\b`,
    'g',
  )
  const sql = new RegExp(`\\b(insert\\s+into|update|delete\\s+from)\\s+"?${table}\\b`, 'gi')
  return [builders, sql].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, write = '']) => write.replaceAll(/\s+/g, ' ')),
  )
}

/** By its name, as `removed-users.ts` deletes from many tables. */
function listsIn(text: string, table: string): string[] {
  return [...text.matchAll(new RegExp(`(?<!\\w\\(\\s*)'${table}'`, 'g'))].map(([name]) => name)
}
