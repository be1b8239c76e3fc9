const written = 'بتثجحخدذرزسشصضطظغفقكلمنهqcjpvx'
const spoken = 'bttghkddrzsssdtzgfkklmnhkkgbfk'
const sounds = new Map([...written].map((letter, at) => [letter, spoken.charAt(at)]))

/**
 * The consonants of a word, the same for `khaled` and `خالد`: names have many spellings in the other
 * script, and most differ in vowels. '' for a word that has none.
 */
export function consonantsOf(word: string): string {
  const plain = word
    .replace(/^ال/, '')
    .replace(/(.)\1/gu, '$1')
    .replace(/([kstdgc])h/g, '$1')
  const letters = [...plain].map((letter) => sounds.get(letter) ?? letter)
  return letters
    .join('')
    .replace(/[^bdfghklmnrstz]/g, '')
    .replace(/h$/, '')
}
