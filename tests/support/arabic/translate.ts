import type { Phrase } from './phrases.ts'

/** What a test looks for: a text, or a pattern where more than one text may be meant. */
export type Wanted = string | RegExp

const placeholder = /\{(\w+)\}/g
const month = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/
/** A pattern that is a text, or a few with anything between them. */
const plainPattern = /^(\^?)((?:[^\\^$*+?()[\]{}|]|\\[.?()]|(?<=\.)\*)+)(\$?)$/
const day = /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/
const dayFormat = new Intl.DateTimeFormat('ar-JO-u-nu-latn', { dateStyle: 'long', timeZone: 'UTC' })
const rules = new Intl.PluralRules('ar')

/** What texts are joined with, here and in Arabic. */
const marks = [
  [' · ', ' · '],
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
  readonly #templates: readonly (Phrase & { readonly pattern: RegExp })[]

  constructor(whole: readonly Phrase[]) {
    const phrases = [...whole, ...whole.flatMap(clausesOf)]
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

  /** What a field holds: a text of the site, or what a test has typed. */
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
    if (day.test(text))
      return [{ text: dayFormat.format(Date.parse(`${text} UTC`)), isPattern: false }]
    const same = this.#texts.get(text)
    if (same) return unique(same.flatMap(({ arabic }) => this.#fill(arabic, {})))
    const best = this.#templates.find(({ english, pattern }) => {
      const values = pattern.exec(text)?.groups
      if (values === undefined) return false
      // A few short words, as in '{from} to {to}', are in many texts.
      const isCertain = lettersIn(english) >= lettersIn(text) / 8
      return isCertain || Object.values(values).every((value) => this.#find(value).length > 0)
    })
    if (best === undefined) return this.#join(text)
    const values = best.pattern.exec(text)?.groups ?? {}
    const twins = this.#templates.filter(({ english }) => english === best.english)
    return unique(twins.flatMap(({ arabic }) => this.#fill(arabic, values)))
  }

  /** Two texts of the site in one, as in a title, or one after its number. */
  #join(text: string): Match[] {
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

  /** A text whose end a test leaves out, after the first value in it. */
  #begin(text: string): Match[] {
    const found = this.#templates.flatMap(({ english, arabic }) => {
      const [start = '', name = ''] = english.split(placeholder)
      const isBegun = lettersIn(start) > 3 && text.startsWith(start)
      return isBegun ? this.#fill(arabic, { [name]: text.slice(start.length) }) : []
    })
    return unique(found)
  }

  /** The text, or the Arabic of every text that holds it. */
  #partOf(text: string): Wanted {
    if (!/[A-Za-z]{3}/.test(text)) return text
    const begun = this.#begin(text)
    if (begun.length > 0) return new RegExp(begun.map(sourceOf).join('|'), 'i')
    const runs = runsOf(text.toLowerCase())
    const whole = this.#whereEnglish((english) =>
      english.toLowerCase().includes(text.toLowerCase()),
    )
    const found =
      whole.length > 0
        ? whole
        : this.#whereEnglish((english) => runs.some((run) => english.toLowerCase().includes(run)))
    return found.length === 0 ? text : new RegExp([literal(text), ...found].join('|'), 'i')
  }

  #alternatives(pattern: RegExp): RegExp {
    if (!/[A-Za-z]{3}/.test(pattern.source)) return pattern
    const [, start = '', plain = '', end = ''] = plainPattern.exec(pattern.source) ?? []
    const texts = plain.replaceAll('\\', '').split('.*')
    const said = texts.map((part) => this.#spoken(part))
    if (said.some((part, index) => part !== texts[index])) {
      const either = said.map((part) =>
        part instanceof RegExp ? `(?:${part.source})` : literal(part),
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

  /** A text within a pattern. */
  #spoken(text: string): Wanted {
    const matches = this.#find(text)
    if (matches.length === 0) return this.#partOf(text)
    return new RegExp(matches.map(sourceOf).join('|'))
  }

  #whereEnglish(holds: (english: string) => boolean): string[] {
    const phrases = [...[...this.#texts.values()].flat(), ...this.#templates]
    const found = phrases.filter(({ english }) => holds(english))
    return found.flatMap(({ arabic }) =>
      (typeof arabic === 'string' ? [arabic] : Object.values(arabic)).map(anyValues),
    )
  }
}

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
  if (typeof arabic !== 'string') return []
  const clauses = clausesIn(english)
  const others = clausesIn(arabic)
  if (clauses.length !== others.length || clauses[0] === english) return []
  return clauses.map((clause, index) => ({ english: clause, arabic: others[index] ?? clause }))
}

function clausesIn(text: string): string[] {
  const clauses = text.trim().split(/(?<=[.,?!;:،؟؛])\s+/)
  return clauses.map((clause) => clause.replace(/[.,:،]$/, ''))
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
