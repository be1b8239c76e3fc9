import type { Phrase } from './phrases.ts'

/** The target of a test: a text, or a pattern where more than one text may be meant. */
export type Wanted = string | RegExp

const placeholder = /\{(\w+)\}/g
const month = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/
/** A pattern that is a text, or a few with anything between them; numbers may be any. */
const plainPattern = /^(\^?)((?:[^\\^$*+?()[\]{}|]|\\[.?()]|\\d\+|(?<=\.)\*)+)(\$?)$/
/** Numbers with different plural forms, that no text has. */
const numbers = ['7703', '7711', '7700']
const day = /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/
const dayFormat = new Intl.DateTimeFormat('ar-JO-u-nu-latn', { dateStyle: 'long', timeZone: 'UTC' })
const months =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b/
const monthFormat = new Intl.DateTimeFormat('ar-JO-u-nu-latn', {
  ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
})
const rules = new Intl.PluralRules('ar')

const partMark = ' · '
/** Marks that join texts, here and in Arabic. */
const marks = [
  [partMark, partMark],
  [': ', ': '],
  [', ', '، '],
  [/(?<=^\d+) | (?=\d+$)/, ' '],
] as const

/** A pattern of the Arabic text, or the text itself. */
interface Match {
  readonly text: string
  readonly isPattern: boolean
}

/**
 * Says in Arabic what a test looks for in English.
 * @returns what was given where the site has no such text: names, addresses and other data
 */
export class Translator {
  readonly #texts = new Map<string, Phrase[]>()
  /** Texts that stand in longer ones only. */
  readonly #clauses = new Set<string>()
  readonly #templates: readonly (Phrase & { readonly pattern: RegExp })[]

  constructor(whole: readonly Phrase[]) {
    const clauses = whole.flatMap(clausesOf)
    for (const { english } of clauses) this.#clauses.add(english)
    for (const { english } of whole) this.#clauses.delete(english)
    const phrases = [...whole, ...clauses]
    const templates = phrases.filter(({ english }) => english.search(placeholder) !== -1)
    for (const phrase of phrases) {
      if (templates.includes(phrase)) continue
      this.#texts.set(phrase.english, [...(this.#texts.get(phrase.english) ?? []), phrase])
    }
    // The one with the most words of its own says best what a text is made from.
    this.#templates = templates
      .filter(({ english }) => /\p{L}/u.test(wordsOf(english)))
      .sort((one, other) => wordsOf(other.english).length - wordsOf(one.english).length)
      .map((phrase) => ({ ...phrase, pattern: patternOf(phrase.english) }))
  }

  translate(wanted: Wanted, { isWhole = false } = {}): Wanted {
    if (wanted instanceof RegExp) return this.#alternatives(wanted)
    const matches = this.#find(wanted)
    const [first] = matches
    if (first !== undefined) {
      // A short word is a part of many others.
      const isAlone = isWhole || first.text.length < 4
      if (matches.length === 1 && !first.isPattern && isAlone === isWhole) return first.text
      const source = matches.map(sourceOf).join('|')
      return isAlone ? new RegExp(`^(?:${source})$`) : new RegExp(source, 'i')
    }
    return isWhole ? wanted : this.#partOf(wanted)
  }

  /** A label is found by its beginning, because it may be a part of another one; a short word by all of it. */
  translateLabel(label: string): Wanted {
    const matches = this.#find(label)
    if (matches.length === 0) return label
    const source = matches.map(sourceOf).join('|')
    return new RegExp(`^(?:${source})${source.length < 4 ? '\\s*\\*?$' : ''}`)
  }

  /** The value of a field: a text of the site, or one that a test has typed. */
  translateValue(value: Wanted): Wanted {
    if (value instanceof RegExp) return this.#alternatives(value)
    const [first] = this.#find(value)
    return first === undefined ? value : new RegExp(`^(?:${literal(value)}|${sourceOf(first)})$`)
  }

  /** The text of a choice, which cannot be a pattern. */
  translateText(text: string): string {
    return this.#find(text)[0]?.text ?? text
  }

  #find(text: string): Match[] {
    const known = this.#known(text)
    return known.length > 0 ? known : this.#join(text)
  }

  /** A text of the site, with its values. */
  #known(text: string): Match[] {
    if (day.test(text))
      return [{ text: dayFormat.format(Date.parse(`${text} UTC`)), isPattern: false }]
    const same = this.#texts.get(text)
    if (same) {
      const longer = this.#clauses.has(text) ? this.#longerThan(text) : []
      return unique([...same, ...longer].flatMap(({ arabic }) => this.#fill(arabic, {})))
    }
    const failure = this.#failure(text)
    if (failure.length > 0) return failure
    const best = this.#templates.find(({ english, pattern }) => {
      const values = pattern.exec(text)?.groups
      if (values === undefined) return false
      // The mark parts two texts, of which the second is no value of the first.
      if (Object.values(values).some((value) => value.includes(partMark))) return false
      // A few short words, as in '{from} to {to}', are in many texts.
      const isCertain = lettersIn(english) >= lettersIn(text) / 8
      return isCertain || Object.values(values).every((value) => this.#find(value).length > 0)
    })
    if (best === undefined) return []
    const values = best.pattern.exec(text)?.groups ?? {}
    const twins = this.#templates.filter(({ english }) => english === best.english)
    return unique(twins.flatMap(({ arabic }) => this.#fill(arabic, values)))
  }

  /** A failure and its cause, which are texts of their own: 'Failed to save: No network'. */
  #failure(text: string): Match[] {
    const end = text.indexOf(': ') + 2
    const beginnings = this.#texts.get(text.slice(0, end)) ?? []
    return beginnings
      .flatMap(({ arabic }) => this.#fill(arabic, {}))
      .map((beginning) => join([beginning, this.#value(text.slice(end))]))
  }

  /** Texts that begin with a clause of another one. */
  #longerThan(clause: string): Phrase[] {
    const beginning = wholeWords([clause])
    return [...this.#texts.values()]
      .flat()
      .filter(({ english }) => english.startsWith(clause) && beginning.test(english))
  }

  /** Two texts of the site in one, as in a title, one after its number, or before its value. */
  #join(text: string): Match[] {
    const [, label = ''] = /^(.+):$/.exec(text) ?? []
    const labels = label === '' ? [] : this.#known(label)
    if (labels.length > 0) return labels.map((one) => join([one, { text: ':', isPattern: false }]))
    for (const [mark, arabicMark] of marks) {
      const texts = text.split(mark)
      if (texts.length === 1) continue
      const known = texts.filter((part) => this.#find(part).length > 0)
      // A comma may also stand in a text.
      if (known.length < (mark === ', ' ? texts.length : 1)) continue
      return [
        join(
          texts.map((part) => this.#value(part)),
          arabicMark,
        ),
      ]
    }
    return []
  }

  #fill(arabic: Phrase['arabic'], values: Record<string, string>): Match[] {
    const { count } = values
    const number = Number(count?.replaceAll(',', ''))
    const forms =
      typeof arabic === 'string'
        ? [arabic]
        : count === undefined || Number.isNaN(number)
          ? Object.values(arabic)
          : [arabic[rules.select(number)] ?? arabic.other ?? '']
    return forms.map((form) =>
      join(
        form.split(placeholder).map((part, index) => {
          if (isText(part, index)) return { text: part, isPattern: false }
          const value = values[part]
          return value === undefined ? anything : this.#value(value)
        }),
      ),
    )
  }

  /** A date is written otherwise in Arabic, and a value may be a text of the site. */
  #value(value: string): Match {
    if (month.test(value) && !day.test(value)) return anything
    const matches = this.#find(value)
    const [first = { text: value, isPattern: false }] = matches
    return matches.length < 2
      ? first
      : { text: `(?:${matches.map(sourceOf).join('|')})`, isPattern: true }
  }

  /** A text whose end a test leaves out, after the first value in it or within that. */
  #begin(text: string): Match[] {
    const found = this.#templates.flatMap(({ english, arabic }) => {
      const [start = '', name = ''] = english.split(placeholder)
      const isBegun = lettersIn(start) > 3 && text.startsWith(start)
      if (!isBegun) return []
      const value = text.slice(start.length)
      const cut = this.#fill(arabic, { [name]: value + anyValue })
      return [...this.#fill(arabic, { [name]: value }), ...cut.map(withAnyEnd)]
    })
    return unique(found)
  }

  /** The text, or the Arabic of every text that holds it. */
  #partOf(text: string): Wanted {
    if (!/[A-Za-z]{3}/.test(text)) return text
    const begun = this.#begin(text)
    if (begun.length > 0) return new RegExp(begun.map(sourceOf).join('|'), 'i')
    // 'Firm' is not a part of 'confirm'.
    const ways = [wholeWords([text]), beginningOfWord(text), wholeWords(runsOf(text))]
    const found = ways
      .values()
      .map((way) => this.#whereEnglish((english) => way.test(english)))
      .find((sources) => sources.length > 0)
    return found === undefined ? text : new RegExp([literal(text), ...found].join('|'), 'i')
  }

  #alternatives(pattern: RegExp): RegExp {
    if (!/[A-Za-z]{3}/.test(pattern.source)) return pattern
    const [, start = '', plain = '', end = ''] = plainPattern.exec(pattern.source) ?? []
    const oneText = this.#known(textOfPattern(plain).replaceAll('.*', anyValue))
    if (plain.includes('.*') && oneText.length > 0) {
      const source = oneText.map((match) => sourceOf(match).replaceAll(anyValue, '.*')).join('|')
      return new RegExp(`${start}(?:${source})${end}`, pattern.flags)
    }
    const parts = plain.split('.*')
    const said = parts.map((part) => this.#spoken(part))
    if (said.some((part) => part.length > 0)) {
      const either = said.map((part, index) =>
        part.length === 0 ? parts[index] : `(?:${part.join('|')})`,
      )
      return new RegExp(`${start}${either.join('.*')}${end}`, pattern.flags)
    }
    const found = this.#whereEnglish((english) =>
      ['1', 'a'].some((value) => pattern.test(english.replaceAll(placeholder, value))),
    )
    return found.length === 0
      ? pattern
      : new RegExp([pattern.source, ...found].join('|'), pattern.flags)
  }

  /** The Arabic forms of a part of a pattern. */
  #spoken(part: string): string[] {
    const text = textOfPattern(part)
    if (text.includes(anyNumber)) {
      const found = numbers.flatMap((number) =>
        this.#find(text.replaceAll(anyNumber, number)).map((match) =>
          sourceOf(match).replaceAll(number, anyNumber),
        ),
      )
      return [...new Set(found)]
    }
    const known = this.#known(text)
    if (known.length > 0) return known.map(sourceOf)
    // A word of the site with a number may be a name in a test.
    const joined = this.#join(text)
    if (joined.length > 0) return [literal(text), ...joined.map(sourceOf)]
    if (months.test(text)) return [literal(text.replace(months, inArabic))]
    const found = this.#partOf(text)
    return found instanceof RegExp ? [found.source] : []
  }

  #whereEnglish(holds: (english: string) => boolean): string[] {
    const phrases = [...[...this.#texts.values()].flat(), ...this.#templates]
    const found = phrases.filter(({ english }) => holds(english))
    return found.flatMap(({ arabic }) =>
      (typeof arabic === 'string' ? [arabic] : Object.values(arabic)).map(anyValues),
    )
  }
}

/** Stands in a text where a pattern takes anything. */
const anyValue = 'anything-7703'
/** The text of a pattern; numbers stay any. */
const textOfPattern = (source: string) => source.replaceAll(/\\(?!d)/g, '')
const withAnyEnd = (match: Match): Match => ({
  text: sourceOf(match).replace(anyValue, '.*?'),
  isPattern: true,
})
const inArabic = (monthOfYear: string) => monthFormat.format(Date.parse(`${monthOfYear} UTC`))
const anyNumber = '\\d+'
const anything: Match = { text: '.+?', isPattern: true }

function join(parts: readonly Match[], mark = ''): Match {
  const isPattern = parts.some((part) => part.isPattern)
  return { isPattern, text: parts.map(isPattern ? sourceOf : textOf).join(mark) }
}

const sourceOf = ({ text, isPattern }: Match) => (isPattern ? text : literal(text))
/** A text as a pattern. */
const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const textOf = ({ text }: Match) => text
const lettersIn = (template: string) => wordsOf(template).replaceAll(/\P{L}/gu, '').length
const wordsOf = (template: string) => template.replaceAll(placeholder, '')

/** The template as a pattern in which each placeholder takes any text. */
const anyValues = (template: string) =>
  template.split(placeholder).filter(isText).map(literal).join('.+?')

/** Any of the texts, from the beginning of a word to the end of one; an address is one word. */
const wholeWords = (texts: readonly string[]) =>
  new RegExp(`${boundary}(?:${texts.map(literal).join('|')})(?![@.-]?${letter})`, 'iu')
const beginningOfWord = (text: string) => new RegExp(`${boundary}${literal(text)}`, 'iu')
const letter = '[\\p{L}\\p{N}]'
const boundary = `(?<![@.-]|${letter})`

/** The text, and the longest parts of it that are most of its words: the others may be values. */
function runsOf(text: string): string[] {
  const words = text.split(' ')
  const runs = words.flatMap((_, start) =>
    words.map((_word, end) => words.slice(start, end + 1).join(' ')),
  )
  return runs.filter((run) => run === text || (run.length > 10 && run.length > text.length / 2))
}

/** The clauses of a phrase that has as many in both languages: a test may name one of them. */
function clausesOf({ english, arabic }: Phrase): Phrase[] {
  // An example of what to type has names in it, that people in tests have too.
  if (typeof arabic !== 'string' || english.includes('@')) return []
  const clauses = clausesIn(english)
  const others = clausesIn(arabic)
  if (clauses.length !== others.length || clauses[0] === english) return []
  return clauses.map((clause, index) => ({ english: clause, arabic: others[index] ?? clause }))
}

function clausesIn(text: string): string[] {
  const clauses = text.trim().split(/(?<=[.,?!;:،؟؛])\s+/)
  // A mark alone, as ': ', is no clause: without it nothing is left, which every text has in it.
  return clauses.map((clause) => clause.replace(/[.,:،]$/, '')).filter((clause) => clause !== '')
}

const isText = (_part: string, index: number) => index % 2 === 0

function patternOf(template: string): RegExp {
  const seen = new Set<string>()
  const parts = template.split(placeholder).map((part, index) => {
    if (isText(part, index)) return literal(part)
    if (seen.has(part)) return `\\k<${part}>`
    seen.add(part)
    return part === 'count' ? '(?<count>[\\d,]+)' : `(?<${part}>.+?)`
  })
  return new RegExp(`^${parts.join('')}$`, 's')
}

function unique(matches: readonly Match[]): Match[] {
  return [...new Map(matches.map((match) => [sourceOf(match), match])).values()]
}
