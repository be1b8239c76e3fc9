/*
 * Letters that look like letters of the basic Latin alphabet, from two sources: the Latin, Cyrillic
 * and Greek letters that Unicode's confusables.txt (UTS 39, https://www.unicode.org/reports/tr39/)
 * maps to one basic Latin letter, and the Cyrillic and Greek letters that Chromium adds when it
 * compares domain names (skeleton_generator.cc). Digits are not included, because `omar1` and `omarl`
 * are two ordinary names.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'ɑαа',
  b: 'ƄЬƅьҍв',
  c: 'ᴄсҫ',
  d: 'ԁԃ',
  e: 'ꬲеҽҿє',
  f: 'ꬵꞙẝғӻ',
  g: 'ɡᶃƍԍ',
  h: 'һнћңҥӈӊԋԧԩħ',
  i: 'ıɪɩιіꙇ',
  j: 'ϳј',
  k: 'ĸκкқҝҟҡӄԟ',
  l: 'Ɩǀӏ',
  m: 'мӎ',
  n: 'ŋпԥ',
  o: 'ᴏᴑꬽοσо',
  p: 'ρрҏϼ',
  q: 'ԛ',
  r: 'ꭇꭈᴦгґ',
  s: 'ꜱƽѕ',
  t: 'ŧтҭԏ',
  u: 'ꞟᴜꭎꭒʋυ',
  v: 'ᴠνѵ',
  w: 'ɯᴡѡԝωшщ',
  x: 'хχҳӽӿ',
  y: 'ɣᶌʏỿꭚγуүұ',
  z: 'ᴢ',
  A: 'ΑА',
  B: 'ꞴΒВ',
  C: 'С',
  E: 'ΕЕ',
  F: 'ꞘϜ',
  G: 'Ԍ',
  H: 'ΗН',
  I: 'ΙІӀ',
  J: 'ꞲͿЈ',
  K: 'ΚК',
  M: 'ΜϺМ',
  N: 'Ν',
  O: 'ΟО',
  P: 'ΡР',
  R: 'Ʀ',
  S: 'Ѕ',
  T: 'ΤТ',
  V: 'Ѵ',
  W: 'Ԝ',
  X: 'ꞳΧХ',
  Y: 'ΥУҮ',
  Z: 'Ζ',
}

let letters: ReadonlyMap<string, string> | undefined

/** Made when it is first asked for, because a start has no use for it. */
function latinLetters(): ReadonlyMap<string, string> {
  letters ??= new Map(
    Object.entries(lookAlikes).flatMap(([latin, others]) =>
      Array.from(others, (other): [string, string] => [other, latin]),
    ),
  )
  return letters
}

/**
 * Replaces look-alikes with basic Latin letters, in lower case and without invisible characters. Two
 * texts with the same skeleton look the same. A text that is not ASCII but has an ASCII skeleton
 * imitates another text.
 */
export function latinSkeleton(text: string): string {
  const visible = text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  const latin = latinLetters()
  return Array.from(visible, (letter) => latin.get(letter) ?? letter)
    .join('')
    .toLowerCase()
    .normalize('NFKC')
}

/** Scripts in general use (UAX 31, table 5), grouped as they are written together (UTS 39, 5.1). */
const scripts = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
  ...'Latin Cyrillic Greek Arabic Hebrew Armenian Bengali Devanagari Ethiopic Georgian Gujarati Gurmukhi Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'
    .split(' ')
    .map((script) => [script]),
].map((together) => {
  const letters = [...together, 'Common', 'Inherited'].map((script) => `\\p{scx=${script}}`)
  return new RegExp(`^[${letters.join('')}]*$`, 'u')
})

/** Whether a text mixes scripts, or uses a script that is not in general use. */
export function mixesScripts(text: string): boolean {
  return !scripts.some((script) => script.test(text))
}
