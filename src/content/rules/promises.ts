import { filsPerJod, priceOf } from '../../../contract/receipts/price.ts'

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

const arabicFiguresNumbers: readonly (readonly [amount: string, forms: string])[] = [
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
const arabicFiguresNumber = `\\d[\\d.,]*|${arabicFiguresNumbers.map(([, forms]) => forms).join('|')}`
const arabicFiguresUnit = units.map(([, forms]) => forms).join('|')
const dual = units.flatMap(([, , forms]) => forms || []).join('|')
const arabicFiguresFigure = new RegExp(
  `(?<![\\p{L}\\p{N}.])(?:${prefix}(?:${arabicFiguresNumber})\\s*(?:${arabicFiguresUnit})|${prefix}(?:${dual})|(?:${arabicFiguresUnit})\\s+واحد[ةه]?|${prefix}يوم\\s+\\d+)(?!\\p{L})`,
  'gu',
)

export interface ArabicFigure {
  readonly words: string
  /** As in English: `30day`. */
  readonly canonical: string
}

export function arabicFigures(text: string): ArabicFigure[] {
  const found = plain(text).match(arabicFiguresFigure) ?? []
  return found.map((words) => ({ words, canonical: arabicFiguresCanonical(words) }))
}

/** Letters alone: vowel signs are optional in Arabic, and a hamza on an alef is often left out. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Mn}/gu, '')
    .replace(/[أإآ]/g, 'ا')
}

const numberStarts = arabicFiguresNumbers.map(
  ([amount, forms]) => [amount, startOf(forms)] as const,
)
const unitStarts = units.map(
  ([unit, forms, two]) => [unit, startOf(two === '' ? forms : `${two}|${forms}`)] as const,
)
const dualStart = startOf(dual)
const numberStart = new RegExp(`^${prefix}(?:${arabicFiguresNumber})(?!\\p{L})\\s*`, 'u')

function arabicFiguresCanonical(words: string): string {
  const amountOfDual = dualStart.test(words) ? '2' : undefined
  const digits = /\d[\d.,]*/.exec(words)?.[0]
  const written = numberStarts.find(([, start]) => start.test(words))?.[0]
  const rest = words.replace(numberStart, '')
  const named = unitStarts.find(([, start]) => [words, rest].some((part) => start.test(part)))
  return `${amountOfDual ?? digits ?? written ?? '1'}${named?.[0] ?? ''}`
}

function startOf(forms: string): RegExp {
  return new RegExp(`^${prefix}(?:${forms})(?!\\p{L})`, 'u')
}

/*
 * The figures and times that the public pages may state (specification, section 9). A new one is agreed
 * on first and then added here.
 */
const promises = ['97%', '0.01%', '2 s', '24/7', '30 days', '2 hours']

/** '24/7' written out, and the lifetime of the device cookie. */
const alsoSaid = ['7 days', '24 hours', '180 days']

const priceFils = priceOf(new Date().toISOString())

/**
 * The price of an email in this month's receipts, in JOD. The site is built again when it changes.
 */
export const currentPrice = (priceFils / filsPerJod).toFixed(2)

const currency = 'jo?d|dinars?|piast(?:er|re)s?|fils'
const unit = `(?:%|percent|per cent|s|sec|seconds?|minutes?|hours?|days?|weeks?|months?|years?|${currency})`
const numbers: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  ten: '10',
  twelve: '12',
  'twenty-four': '24',
  thirty: '30',
  sixty: '60',
  ninety: '90',
}
const number = `(?:\\d[\\d.,]*|${Object.keys(numbers).join('|')})`
const figure = new RegExp(
  `(?<![\\w.])(?:${number}[\\s-]*${unit}(?![\\w])|day\\s+\\d+|jo?d\\s*\\d+(?:[.,]\\d+)*|\\d+/7)`,
  'gi',
)
/** As `canonical` leaves it. */
const money = new RegExp(`^(jo?d)?(\\d[\\d.,]*?)[.,]?(${currency})?$`)
const allowed = new Set([...promises, ...alsoSaid, `${currentPrice} JOD`].map(canonical))

/**
 * @param agreed figures that this text may state besides
 * @returns the first figure or time of a text that is not promised; undefined if all are
 */
export function findUnknownFigure(
  text: string,
  agreed: readonly string[] = [],
): string | undefined {
  const also = new Set(
    agreed.flatMap((it) => [
      canonical(it),
      ...arabicFigures(it).map((found) => inFils(found.canonical)),
    ]),
  )
  const isKnown = (found: string) => allowed.has(found) || also.has(found)
  return (
    text.match(figure)?.find((found) => !isKnown(canonical(found))) ??
    arabicFigures(text).find((found) => !isKnown(inFils(found.canonical)))?.words
  )
}

export const promisesInWords = [...promises, `${currentPrice} JOD`].join(', ')

/** Maps '2s', '2 s' and 'two seconds' to one form, and '30 days' and 'Day 30' to another. */
function canonical(text: string): string {
  const figure = text
    .toLowerCase()
    .replace(/^[a-z]+(?:-four)?(?=[\s-])/, (word) => numbers[word] ?? word)
    .replace(/^day\s+(\d+)$/, '$1 day')
    .replace(/per ?cent/, '%')
    .replace(/(second|minute|hour|day|week|month|year)s$/, '$1')
    .replace(/[\s-]*sec(?:ond)?$/, 's')
    .replace(/[\s-]+/g, '')
  return inFils(figure)
}

/** Maps `jod0.10`, `0.1dinars` and `10piastres` to one form; other figures stay as they are. */
function inFils(figure: string): string {
  const [, before, amount = '', after = before] = money.exec(figure) ?? []
  if (after === undefined) return figure
  const worth = after === 'fils' ? 1 : after.startsWith('p') ? filsPerJod / 100 : filsPerJod
  return `${Math.round(Number(amount.replaceAll(',', '')) * worth)}fils`
}
