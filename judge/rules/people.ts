/** Words of a name in one form, without titles; for comparing names. */
function wordsOfName(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1 && !titles.has(word))
}

const titles = new Set([
  'mr',
  'mrs',
  'ms',
  'dr',
  'eng',
  'prof',
  'ceo',
  'cfo',
  'sir',
  'via',
  'السيد',
  'الدكتور',
  'المهندس',
])

/** Whether two names are one person's: at least two words, and all of the shorter name in the longer. */
export function isSameName(one: string, two: string): boolean {
  const [few = [], many = []] = [wordsOfName(one), wordsOfName(two)].toSorted(
    (a, b) => a.length - b.length,
  )
  return few.length >= 2 && few.every((word) => many.includes(word))
}
