/** A search result: a place to go to, or an action. */
export interface SearchEntry {
  readonly key: string
  readonly group: 'screens' | 'actions' | 'organizations' | 'users'
  readonly label: string
  /** Tells apart what has the same label. */
  readonly detail?: string
  /** The email of a user, which has a direction of its own. */
  readonly email?: string
  /** Other words that find it. */
  readonly synonyms?: string
  readonly choose: { readonly href: string } | { readonly run: () => void }
}

/** Upper and lower case, marks, the ways to write an Arabic letter, and its article or none are one. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640\u2066-\u2069]/gu, '')
    .replaceAll('ٱ', 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replace(/(?<!\p{L})ال/gu, '')
    .toLowerCase()
}

export function synonymsIn(text: string): string[] {
  return fold(text).split(/[,،]\s*/)
}

/** Names that begin with the text, then those with a word that does, then parts of them, then synonyms. */
export function bestOf(entries: readonly SearchEntry[], wanted: string): SearchEntry[] {
  if (wanted === '') return inGroups(entries)
  const ranked = entries.flatMap((entry) => {
    const rank = rankOf(entry, wanted)
    return rank === undefined ? [] : [{ entry, rank }]
  })
  return inGroups(ranked.toSorted((one, other) => one.rank - other.rank).map(({ entry }) => entry))
}

function rankOf({ label, synonyms = '' }: SearchEntry, wanted: string): number | undefined {
  const name = fold(label)
  const at = name.indexOf(wanted)
  if (at === 0) return 0
  const others = synonymsIn(synonyms)
  if (name[at - 1] === ' ' || others.includes(wanted)) return 1
  if (others.some((synonym) => ` ${synonym}`.includes(` ${wanted}`))) return 2
  if (at > 0) return 3
  // 'user add' is 'Add New User'.
  const words = ` ${name} ${fold(synonyms)}`
  return wanted.split(/\s+/).every((word) => words.includes(` ${word}`)) ? 4 : undefined
}

/** Keeps the order within a group; the group of the best entry comes first. */
export function inGroups(entries: readonly SearchEntry[]): SearchEntry[] {
  const groups = [...new Set(entries.map(({ group }) => group))]
  return groups.flatMap((group) => entries.filter((entry) => entry.group === group))
}
