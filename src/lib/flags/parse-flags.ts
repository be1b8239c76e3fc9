import { readTable, type TableProblem } from '../files/read-table.ts'

type Column = 'flag_type' | 'value' | 'reason' | 'expires_at'

/** Names of columns in exports of Aman and in block lists of mail programs, without spaces and signs. */
const namesOf: Readonly<Record<Column, readonly string[]>> = {
  flag_type: ['type', 'flagtype', 'flag', 'colour', 'color', 'action', 'النوع'],
  value: [
    'value',
    'sender',
    'address',
    'domain',
    'email',
    'emailaddress',
    'from',
    'المرسل',
    'العنوان',
    'النطاق',
  ],
  reason: ['reason', 'note', 'notes', 'comment', 'السبب', 'ملاحظة'],
  expires_at: ['ends', 'end', 'expires', 'expiresat', 'expiry', 'until', 'تنتهي', 'ينتهي'],
}

/** Other words for the colours. */
const colours: ReadonlyMap<string, string> = new Map([
  ...[
    'trusted',
    'trust',
    'allow',
    'allowed',
    'whitelist',
    'allowlist',
    'safe',
    'خضراء',
    'أخضر',
    'موثوق',
  ].map((word) => [word, 'green'] as const),
  ...['blocked', 'block', 'deny', 'denied', 'blacklist', 'blocklist', 'حمراء', 'أحمر', 'محظور'].map(
    (word) => [word, 'red'] as const,
  ),
])

const neverEnds = ['never', 'لا تنتهي']

/** A row as it is sent; the server judges what is in it. */
export interface FlagRow {
  readonly line: number
  readonly flag_type: string
  readonly value: string
  readonly reason?: string
  readonly expires_at?: string | null
}

export type FlagFileProblem = TableProblem | { readonly code: 'noValue' }

/** A user cannot have more flags. */
export const mostFlagRows = 1000

/** @param usualType of rows that name none */
export function parseFlags(
  text: string,
  usualType: string,
): { rows: readonly FlagRow[]; unread: readonly string[] } | FlagFileProblem {
  const table = readTable(text, { columnOf, problemOf, mostRows: mostFlagRows })
  if ('code' in table) return table
  const rows = table.rows.map(({ line, cells }): FlagRow => {
    const type = cells.get('flag_type')?.toLowerCase() ?? usualType
    const reason = cells.get('reason')
    const end = cells.get('expires_at')
    return {
      line,
      flag_type: colours.get(type) ?? type,
      value: cells.get('value') ?? '',
      ...(reason === undefined ? {} : { reason }),
      ...(end === undefined
        ? {}
        : { expires_at: neverEnds.includes(end.toLowerCase()) ? null : end }),
    }
  })
  return { rows, unread: table.unread }
}

function problemOf(
  _: readonly string[],
  columns: readonly (Column | undefined)[],
): FlagFileProblem | undefined {
  return columns.includes('value') ? undefined : { code: 'noValue' }
}

function columnOf(heading: string): Column | undefined {
  const plain = heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return Object.keys(namesOf)
    .filter(isColumn)
    .find((column) => namesOf[column].includes(plain))
}

function isColumn(name: string): name is Column {
  return Object.hasOwn(namesOf, name)
}
