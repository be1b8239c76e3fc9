/* Figures and times as Arabic texts state them: `30 يومًا`, `ثانيتان`, `أربع وعشرون ساعة`. */

type Forms = readonly [unit: string, singularAndPlural: string, dual: string]

/** Without vowel signs and with a plain alef, as `plain` makes a text. */
const units: readonly Forms[] = [
  ['%', '%|٪|(?:في|ب)\\s*(?:ال)?ما?ئة', ''],
  ['s', 'ث|ثاني[ةه]|ثوان[يى]?', 'ثانيت(?:ان|ين)'],
  ['minute', 'دقيق[ةه]|دقايق|دقائق', 'دقيقت(?:ان|ين)'],
  ['hour', 'ساع[ةه]|ساعات', 'ساعت(?:ان|ين)'],
  ['day', 'يوما?|ايام', 'يوم(?:ان|ين)'],
  ['week', 'اسبوعا?|اسابيع', 'اسبوع(?:ان|ين)'],
  ['month', 'شهرا?|اشهر|شهور', 'شهر(?:ان|ين)'],
  ['dinar', 'د\\.ا|دينارا?|دنانير', 'دينار(?:ان|ين)'],
  ['piastre', 'قرشا?|قروش', 'قرش(?:ان|ين)'],
  ['fils', 'فلسا?|فلوس', 'فلس(?:ان|ين)'],
  ['year', 'سن[ةه]|سنوات|سنين|عاما?|اعوام', '(?:سنت|عام)(?:ان|ين)'],
]

const numbers: readonly (readonly [amount: string, forms: string])[] = [
  ['24', 'اربعا?[ةه]? وعشر(?:ون|ين)'],
  ['12', 'اثنت?[اي] عشر[ةه]?'],
  ['3', 'ثلاث[ةه]?'],
  ['4', 'اربع[ةه]?'],
  ['5', 'خمس[ةه]?'],
  ['6', 'ست[ةه]?'],
  ['7', 'سبع[ةه]?'],
  ['8', 'ثماني?[ةه]?'],
  ['9', 'تسع[ةه]?'],
  ['10', 'عشر[ةه]?'],
  ['20', 'عشر(?:ون|ين)'],
  ['30', 'ثلاث(?:ون|ين)'],
  ['60', 'ست(?:ون|ين)'],
  ['90', 'تسع(?:ون|ين)'],
  ['100', 'ما?ئ[ةه]'],
]

const prefix = '(?:[وف]?[بلك]?(?:ال|لل)?)'
const number = `\\d[\\d.,]*|${numbers.map(([, forms]) => forms).join('|')}`
const unit = units.map(([, forms]) => forms).join('|')
const dual = units.flatMap(([, , forms]) => forms || []).join('|')
const figure = new RegExp(
  `(?<![\\p{L}\\p{N}.])(?:${prefix}(?:${number})\\s*(?:${unit})|${prefix}(?:${dual})|(?:${unit})\\s+واحد[ةه]?|${prefix}يوم\\s+\\d+)(?!\\p{L})`,
  'gu',
)

export interface ArabicFigure {
  readonly words: string
  /** As in English: `30day`. */
  readonly canonical: string
}

export function arabicFigures(text: string): ArabicFigure[] {
  const found = plain(text).match(figure) ?? []
  return found.map((words) => ({ words, canonical: canonical(words) }))
}

/** Letters alone: vowel signs are optional in Arabic, and a hamza on an alef is often left out. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Mn}/gu, '')
    .replace(/[أإآ]/g, 'ا')
}

function canonical(words: string): string {
  const amountOfDual = startOf(words, dual) === undefined ? undefined : '2'
  const digits = /\d[\d.,]*/.exec(words)?.[0]
  const written = numbers.find(([, forms]) => startOf(words, forms) !== undefined)?.[0]
  const rest = words.replace(new RegExp(`^${prefix}(?:${number})(?!\\p{L})\\s*`, 'u'), '')
  const named = units.find(([, forms, two]) =>
    [words, rest].some((part) => startOf(part, two === '' ? forms : `${two}|${forms}`)),
  )
  return `${amountOfDual ?? digits ?? written ?? '1'}${named?.[0] ?? ''}`
}

function startOf(words: string, forms: string): string | undefined {
  return new RegExp(`^${prefix}(?:${forms})(?!\\p{L})`, 'u').exec(words)?.[0]
}
