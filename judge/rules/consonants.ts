const written = 'بتثجحخدذرزسشصضطظغفقكلمنهqcjpvx'
const spoken = 'bttghkddrzsssdtzgfkklmnhkkgbfk'
const sounds = new Map([...written].map((letter, at) => [letter, spoken.charAt(at)]))

const consonants = new Set('bdfghklmnrstz')
/** Which an `h` behind them makes another spelling of one sound. */
const aspirated = new Set('kstdgc')

/**
 * The consonants of a word, the same for `khaled` and `خالد`: names have many spellings in the other
 * script, and most differ in vowels. '' for a word that has none. In one pass, because an organization
 * has thousands of names.
 */
export function consonantsOf(word: string): string {
  let found = ''
  let before = ''
  let isPair = false
  for (const letter of word.startsWith('ال') ? word.slice(2) : word) {
    // The second letter of a pair counts for nothing.
    isPair = letter === before && !isPair
    if (isPair) continue
    const isSilent = letter === 'h' && aspirated.has(before)
    const sound = sounds.get(letter) ?? letter
    if (!isSilent && consonants.has(sound)) found += sound
    before = letter
  }
  return found.endsWith('h') ? found.slice(0, -1) : found
}
