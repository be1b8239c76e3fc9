import { foldDigits } from '../../../contract/core/digits.ts'

const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
/** Also as a spreadsheet shortens it. */
const phone = /^\+?(?:[\d ()./-]{6,}|[\d.,٫]+E\+\d+)$/i

/**
 * The columns of a table of people without a line of names: one of addresses, and one of full names. A
 * given and a family name, or a name and a department, look alike, and are not guessed.
 */
export function guessColumns(
  lines: readonly (readonly string[])[],
): readonly ('email' | 'full_name' | 'phone' | undefined)[] | undefined {
  const width = Math.max(...lines.map(({ length }) => length))
  const cellsOf = (at: number) => lines.map((cells) => cells[at] ?? '').filter((it) => it !== '')
  const kinds = Array.from({ length: width }, (_, at) => kindOf(cellsOf(at)))
  const only = (kind: Kind) =>
    kinds.filter((it) => it === kind).length === 1 ? kinds.indexOf(kind) : undefined
  const [email, name] = [only('address'), only('words') ?? only('word')]
  if (email === undefined || name === undefined) return undefined
  return kinds.map((_, at) => {
    if (at === email) return 'email'
    if (at === name) return 'full_name'
    return at === only('phone') ? 'phone' : undefined
  })
}

type Kind = 'address' | 'phone' | 'words' | 'word' | 'other'

/** Names have more than one word in most lines. */
function kindOf(cells: readonly string[]): Kind {
  if (cells.length === 0) return 'other'
  if (cells.every((cell) => address.test(cell))) return 'address'
  if (cells.every((cell) => phone.test(foldDigits(cell)))) return 'phone'
  if (!cells.every((cell) => /\p{L}/u.test(cell) && !cell.includes('@'))) return 'other'
  return cells.filter((cell) => /\S\s+\S/.test(cell)).length > cells.length / 2 ? 'words' : 'word'
}
