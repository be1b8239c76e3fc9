import { consonantsOf } from './consonants.ts'
import { readName } from './people.ts'

/**
 * Under which a filter finds a name that no list holds: two of its words each, and their sounds for the
 * same name in the other script.
 * @param side `asked` for a name that is looked for among those that are `known`
 */
export function nameKeys(name: string, side: 'known' | 'asked'): readonly string[] {
  const read = readName(name)
  const script = read.isArabic === (side === 'known') ? 'arabic' : 'latin'
  const words = [...new Set(read.words)].filter((word) => word.length > 2).toSorted()
  return words.flatMap((one, at) =>
    words.slice(at + 1).flatMap((other) => {
      const sounds = [consonantsOf(one), consonantsOf(other)].toSorted()
      const isHeard = !sounds.includes('') && sounds.join('').length >= 5
      return [`${one} ${other}`, ...(isHeard ? [`${script}: ${sounds.join(' ')}`] : [])]
    }),
  )
}
