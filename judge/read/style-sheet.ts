import { type Declarations, isSeen, plainSight, sightOf } from './shown-style.ts'

interface Declaration {
  readonly name: string
  readonly value: string
  /** The higher one of two holds. */
  readonly rank: number
}

const mostSelectors = 2000
/** An element's own style comes after five kinds of selectors. */
const ownRank = 6 * mostSelectors
const importantRank = 10 * mostSelectors

/** Those that decide whether a text is seen. */
const known =
  /^(?:all|background(?:-color|-image)?|bottom|clip|clip-path|color|direction|display|font|font-size|left|(?:max-|min-)?(?:height|width)|margin-left|opacity|overflow|padding(?:-top|-bottom)?|position|right|text-indent|top|transform|unicode-bidi|visibility)$/
const declaration = /(?:^|;)\s*([a-z-]+)\s*:([^;]*)/g
const important = /!\s*important\s*$/
const displays =
  /^(?:none|block|inline|flow|flow-root|flex|grid|table|contents|list-item|ruby|inherit|initial|unset|revert|revert-layer|inline-\w+|table-[\w-]+|-webkit-[\w-]+)$/
/** The form of a value that replaces the one before it, as in a browser. */
const valid: Readonly<Record<string, RegExp>> = {
  display: displays,
  visibility: /^(?:hidden|collapse|visible|inherit|initial|unset|revert|revert-layer)$/,
  'font-size':
    /^(?:[+]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:[a-z]{1,4}|%)?|(?:x{1,3}-)?(?:small|large)|medium|smaller|larger|inherit|initial|unset|revert|revert-layer|[a-z]+\(.*\))$/,
  opacity: /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?%?|[a-z]+\(.*\))$/,
  color: /^(?:#[0-9a-f]{3,8}|[a-z]+|[a-z-]+\(.*\))$/,
  position: /^[a-z-]+$/,
}

const fontSize = /(?:^|\s)(0|(?:\d+\.?\d*|\.\d+)(?:[a-z]{1,4}|%))(?=[\s/])/

/** A shorthand sets all that it stands for. */
function written(name: string, value: string): readonly (readonly [string, string])[] {
  if (name === 'font') return [['font-size', fontSize.exec(value)?.[1] ?? 'medium']]
  if (name !== 'background') return [[name, value]]
  return [
    ['background-color', value],
    ['background-image', value],
  ]
}

const quotedOrComment = /\/\*.*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/gs
/** Nothing in comments and quotes is a declaration. */
const withoutQuotes = (css: string) =>
  css.replace(quotedOrComment, (it) => (it.startsWith('/') ? ' ' : '""'))

/** Marks that begin what a browser passes over, and no mail program writes. */
const odd = /[\\{}[\]()]|(?<!["'])["'](?!["'])/

function readStyle(style: string): Declaration[] {
  let plain = withoutQuotes(style).toLowerCase()
  for (let depth = 0; depth < 4; depth += 1)
    plain = plain.replace(
      /\(([^()]*)\)/g,
      (_, it: string) => `\u0001${it.replaceAll(';', ',')}\u0002`,
    )
  if (odd.test(plain)) return [{ name: 'all', value: 'unset', rank: importantRank }]
  plain = plain.replaceAll('\u0001', '(').replaceAll('\u0002', ')')
  return [...plain.matchAll(declaration)].flatMap(([, of = '', text = '']) => {
    if (!known.test(of)) return []
    const rank = important.test(text) ? importantRank : 0
    return written(of, text.replace(important, '').trim())
      .filter(([name, value]) => value !== '' && valid[name]?.test(value) !== false)
      .map(([name, value]) => ({ name, value, rank }))
  })
}

/** An element of which `all` is ended. */
const ofNoStyle = Object.entries({
  ...{ display: 'inline', visibility: 'visible', opacity: '1', 'font-size': 'medium', color: '?' },
  ...{ 'background-color': 'none', 'background-image': 'none', overflow: 'visible' },
  ...{ position: 'static', 'text-indent': '0', 'margin-left': '0', 'clip-path': 'none' },
  ...{ transform: 'none' },
})

/** The declarations that hold. */
function settle(all: readonly Declaration[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { name, value } of all.toSorted((a, b) => a.rank - b.rank)) {
    if (name === 'all') for (const [of, shown] of ofNoStyle) found.set(of, shown)
    else found.set(name, value)
  }
  return found
}

const ofFields = { color: '?', 'background-color': '?', 'font-size': 'medium' }
/** Elements have these before any style; `?` is a colour that is not known. */
const ofElements: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  a: { color: '?' },
  // In old pages a table begins anew.
  table: { color: '?', 'font-size': 'medium' },
  ...{ mark: ofFields, button: ofFields, input: ofFields, select: ofFields, textarea: ofFields },
}

/** Elements that may be cut at their height. */
const boxes =
  /^(?:address|article|aside|blockquote|center|dd|dir|div|d[lt]|fieldset|footer|form|h[1-6]|header|li|main|menu|nav|[ou]l|p|pre|section)$/
const hasGround = /^(?:body|table|thead|tbody|tfoot|tr|td|th)$/

type Attributes = Readonly<Record<string, string>>

function ofAttributes(name: string, attributes: Attributes): Declaration[] {
  const { color, text } = attributes
  const { bgcolor, background } = hasGround.test(name) ? attributes : {}
  const found: Record<string, string> = { ...ofElements[name] }
  if (background !== undefined) found['background-color'] = '?'
  else if (bgcolor !== undefined) found['background-color'] = bgcolor.trim().toLowerCase()
  const said = name === 'font' ? color : name === 'body' ? text : undefined
  if (said !== undefined) found.color = said.trim().toLowerCase()
  return Object.entries(found).map(([of, value]) => ({ name: of, value, rank: 0 }))
}

const tag = '[a-z][a-z0-9]*'
const simple = new RegExp(`^(?:${tag}|(?:${tag})?[.#]-?[a-z_][\\w-]*)$`, 'i')
/** A name that an element has which the last part of a selector concerns. */
const lastName = /[.#]?[\w-]+$/
const pseudo = /:(?:before|after)\b/
/** The properties of which others show a text too, each for itself. */
const ofText = /^(?:display|visibility|opacity|font-size)$/

const longestSheet = 200_000
const deepest = 20
const mostClasses = 20
const longestStyle = 20_000
const mostDeclarations = 2_000_000
/** An element whose styles are too many to be read hides nothing. */
const shown: Declarations = new Map([['display', 'block']])

/** Styles of a page by the names in simple selectors: `p`, `.note`, `#note`, `p.note`. */
export class StyleSheet {
  readonly #rules: Rules = new Map()
  /**
   * Rules for a medium, for elements within others, and others still: mail programs do not agree on them, so
   * that they may show a text, and hide none.
   */
  readonly #others: Rules = new Map()
  #count = 0
  #steps = mostDeclarations
  /** It goes on where it is not read, so that it hides nothing. */
  #isLong = false

  add(text: string): void {
    if (text.length > longestSheet) this.#isLong = true
    const plain = withoutQuotes(text.slice(0, longestSheet)).replace(/<!--|-->/g, ' ')
    const around: string[] = []
    let said = ''
    for (const [token] of plain.matchAll(/[{}]|[^{}]+/g)) {
      if (around.length > deepest) this.#isLong = true
      if (this.#isLong) return
      if (token === '{') {
        const end = around.length === 0 ? 0 : said.lastIndexOf(';') + 1
        if (end > 0) this.#addRule(around.at(-1) ?? '', said.slice(0, end), around.slice(0, -1))
        around.push(said.slice(end))
        said = ''
      } else if (token === '}') {
        const selectors = around.pop()
        if (selectors !== undefined && said !== '') this.#addRule(selectors, said, around)
        // An end without a beginning spoils the rule behind it.
        said = selectors === undefined ? '}' : ''
      } else said += token
    }
  }

  #addRule(text: string, body: string, around: readonly string[]): void {
    if (around.some((it) => /@media\s+print\b[^,]*$/i.test(it))) return
    const selectors = text
      .replace(/^(?:\s*@[^;]*;)+/, '')
      .replace(/\([^()]*\)/g, '')
      .replace(/\([^()]*\)/g, '')
      .split(',', mostSelectors)
      .map((it) => it.trim())
    if (selectors[0]?.startsWith('@') === true) return
    const isSimple = around.length === 0 && selectors.every((it) => simple.test(it))
    const style = lastOf(readStyle(body))
    for (const selector of selectors) {
      this.#count += 1
      if (this.#count >= mostSelectors) this.#isLong = true
      if (isSimple)
        add(this.#rules, nameOf(selector), ranked(style, rankOf(selector) + this.#count))
      else if (!pseudo.test(selector)) add(this.#others, keyOf(selector), style)
    }
  }

  /** @returns undefined where no rule and no style concerns an element */
  for(name: string, attributes: Attributes): Declarations | undefined {
    const { class: classes = '', id = '', style = '' } = attributes
    const ofClass = classes === '' ? [] : classes.split(/[ \t\n\f\r]+/, mostClasses)
    const isLong = ofClass.length === mostClasses || style.length > longestStyle
    if (this.#isLong || isLong) return shown
    const names = [name, ...ofClass.flatMap((it) => [`.${it}`, `${name}.${it}`])]
    if (id !== '') names.push(`#${id}`, `${name}#${id}`)
    const found = [
      ...ofAttributes(name, attributes),
      ...names.flatMap((it) => this.#rules.get(it) ?? []),
      ...(style === '' ? [] : ranked(readStyle(style), ownRank)),
    ]
    this.#steps -= found.length
    if (this.#steps < 0) this.#isLong = true
    const holds = settle(found)
    const display = holds.get('display')
    if (!(display === undefined ? boxes.test(name) : /block|flex|grid/.test(display)))
      holds.delete('overflow')
    if (this.#others.size > 0)
      for (const it of [...names, '*']) show(holds, this.#others.get(it.toLowerCase()) ?? [])
    return holds.size === 0 ? undefined : holds
  }
}

function show(holds: Map<string, string>, others: readonly Declaration[]): void {
  for (const { name, value } of others) {
    if (name === 'all') for (const [of, shown] of ofNoStyle) holds.set(of, shown)
    else if (/^(?:color|background-)/.test(name)) holds.set(name, '?')
    else if (!ofText.test(name)) holds.delete(name)
    else if (!isSure(name, holds.get(name)) && isShowing(name, value)) holds.set(name, value)
  }
}

const isShowing = (name: string, value: string) =>
  isSeen(sightOf(plainSight, new Map([[name, value]])))

/** Whether a value shows an element, whatever it stands in. */
function isSure(name: string, value = 'unset'): boolean {
  return !/inherit|unset|em$|%$|smaller|larger/.test(value) && isShowing(name, value)
}

const ranked = (style: readonly Declaration[], rank: number) =>
  style.map((it) => ({ ...it, rank: it.rank + rank }))

/** The last declaration of each property, and the last important one. */
function lastOf(style: readonly Declaration[]): readonly Declaration[] {
  const found = new Map<string, Declaration>()
  for (const it of style) {
    const key = `${it.name} ${it.rank >= importantRank}`
    found.delete(key)
    found.set(key, it)
  }
  return [...found.values()]
}

type Rules = Map<string, readonly Declaration[]>

function add(rules: Rules, name: string, style: readonly Declaration[]): void {
  rules.set(name, lastOf([...(rules.get(name) ?? []), ...style]))
}

/** The names of elements are said in any case, and no others. */
function nameOf(selector: string): string {
  return selector.replace(/^[a-z0-9]+/i, (it) => it.toLowerCase())
}

function keyOf(selector: string): string {
  const last = selector.split(/[\s>+~]+/).at(-1) ?? ''
  return (lastName.exec(last.replace(/[:[].*$/s, ''))?.[0] ?? '*').toLowerCase()
}

function rankOf(selector: string): number {
  const ofName = selector.includes('#') ? 4 : selector.includes('.') ? 2 : 0
  return (ofName + (/^[a-z]/i.test(selector) ? 1 : 0)) * mostSelectors
}
