const arabic: Readonly<Record<string, string>> = {
  ب: 'b',
  ت: 't',
  ث: 't',
  ج: 'g',
  ح: 'h',
  خ: 'k',
  د: 'd',
  ذ: 'd',
  ر: 'r',
  ز: 'z',
  س: 's',
  ش: 's',
  ص: 's',
  ض: 'd',
  ط: 't',
  ظ: 'z',
  غ: 'g',
  ف: 'f',
  ق: 'k',
  ك: 'k',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
}

const latin: Readonly<Record<string, string>> = { q: 'k', c: 'k', j: 'g', p: 'b', v: 'f', x: 'k' }

/**
 * The consonants of a word, the same for `khaled` and `خالد`: names have many spellings in the other
 * script, and most differ in vowels. '' for a word that has none.
 */
export function consonantsOf(word: string): string {
  const plain = word
    .replace(/^ال/, '')
    .replace(/(.)\1/gu, '$1')
    .replace(/([kstdgc])h/g, '$1')
  const letters = [...plain].map((letter) => arabic[letter] ?? latin[letter] ?? letter)
  return letters
    .join('')
    .replace(/[^bdfghklmnrstz]/g, '')
    .replace(/h$/, '')
}
