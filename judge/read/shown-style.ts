/** Red, green, blue, and how much of it is there, from 0 to 1. */
type Color = readonly [number, number, number, number]

/** How the styles of an element show the text in it. */
export interface Sight {
  /** An element around it takes no room, is clipped away, or lies outside the page. */
  readonly isGone: boolean
  readonly isInvisible: boolean
  /** In pixels. */
  readonly size: number
  /** The colour of the text and of its background; undefined where it is not known. */
  readonly color: Color | undefined
  readonly ground: Color | undefined
}

export const plainSight: Sight = {
  ...{ isGone: false, isInvisible: false, size: 16 },
  ...{ color: [0, 0, 0, 1], ground: [255, 255, 255, 1] },
}

export function isSeen({ isGone, isInvisible, size, color, ground }: Sight): boolean {
  return !isGone && !isInvisible && size >= 2 && differs(color, ground)
}

/** Whether an eye tells a text from what lies behind it. */
function differs(color: Color | undefined, ground: Color | undefined): boolean {
  if (color === undefined) return true
  const [red, green, blue, share] = color
  if (share < 0.03) return false
  if (ground === undefined) return true
  const far = Math.max(...[red, green, blue].map((it, at) => Math.abs(it - (ground[at] ?? 0))))
  return far * share >= 8
}

export type Declarations = ReadonlyMap<string, string>

const declaration = /([a-z-]+)\s*:\s*((?:[^;"']|"[^"]*"|'[^']*')*)/g
const displays =
  /^(?:none|block|inline|flow|flex|grid|table|contents|list-item|inherit|initial|unset|revert|inline-\w+|table-[\w-]+|-webkit-box)$/
const length = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|pt|pc|em|rem|ex|ch|cm|mm|in|%|vw|vh)?$/
const pixels: Readonly<Record<string, number>> = {
  pt: 4 / 3,
  pc: 16,
  rem: 16,
  cm: 38,
  mm: 3.8,
  in: 96,
}

/** The form of a value that replaces the one before it, as in a browser. */
const valid: Readonly<Record<string, RegExp>> = {
  display: displays,
  visibility: /^(?:hidden|collapse|visible|inherit|initial)$/,
  'font-size':
    /^(?:[+]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:px|pt|pc|em|rem|ex|ch|cm|mm|in|%|vw|vh)?|(?:xx?-)?(?:small|large)|medium|smaller|larger|inherit|initial)$/,
  opacity: /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?%?$/,
  color: /^(?:#[0-9a-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\([^)]*\))$/,
  position: /^[a-z-]+$/,
}

/** The declarations of a style that hold: of each property the last valid one, an important one before others. */
export function readStyle(style: string): Declarations {
  const found = new Map<string, string>()
  const important = new Set<string>()
  const plain = style
    .slice(0, 2000)
    .toLowerCase()
    .replace(/\/\*.*?(?:\*\/|$)/gs, ' ')
  for (const [, name = '', text = ''] of plain.matchAll(declaration)) {
    const isImportant = /!\s*important\s*$/.test(text)
    const value = text.replace(/!\s*important\s*$/, '').trim()
    if (value === '' || valid[name]?.test(value) === false) continue
    if (important.has(name) && !isImportant) continue
    if (isImportant) important.add(name)
    found.set(name, value)
  }
  return found
}

export function sightOf(before: Sight, style: Declarations): Sight {
  const get = (name: string) => style.get(name) ?? ''
  const visibility = get('visibility')
  return {
    isGone: before.isGone || isGone(get),
    isInvisible: visibility === '' ? before.isInvisible : /hidden|collapse/.test(visibility),
    size: sizeOf(get('font-size'), before.size),
    color: /^(?:inherit|currentcolor|unset|)$/.test(get('color'))
      ? before.color
      : colorOf(get('color')),
    ground: groundOf(get, before.ground),
  }
}

function groundOf(get: (name: string) => string, before: Color | undefined): Color | undefined {
  const written = get('background-color') || get('background')
  if (/url\(|gradient\(/.test(`${written} ${get('background-image')}`)) return undefined
  const own = written.split(/ (?![^(]*\))/).find((it) => colorOf(it) !== undefined)
  const color = own === undefined ? undefined : colorOf(own)
  if (color === undefined)
    return /^[a-z]{3,}$/.test(written) && !/^(?:none|inherit|initial)$/.test(written)
      ? undefined
      : before
  return color[3] < 0.5 ? before : color
}

function isGone(get: (name: string) => string): boolean {
  if (get('display') === 'none') return true
  const opacity = get('opacity')
  if (opacity !== '' && Number.parseFloat(opacity) <= (opacity.endsWith('%') ? 2 : 0.02))
    return true
  const isZero = (name: string) => get(name) !== '' && Math.abs(inPixels(get(name), 16) ?? 9) < 1
  if (
    /hidden|clip/.test(get('overflow')) &&
    ['height', 'max-height', 'width', 'max-width'].some(isZero)
  )
    return true
  if (/^(?:absolute|fixed)$/.test(get('position'))) {
    if (/^rect\(\s*(?:0|1px)/.test(get('clip'))) return true
    const isFar = (name: string) => (inPixels(get(name), 16) ?? 0) < -400
    if (['left', 'top', 'right', 'bottom'].some(isFar)) return true
  }
  if (
    (inPixels(get('text-indent'), 16) ?? 0) < -400 ||
    (inPixels(get('margin-left'), 16) ?? 0) < -2000
  )
    return true
  if (/^(?:inset\((?:50|100)%|circle\(0|polygon\(0 0\))/.test(get('clip-path'))) return true
  return /scale[xy]?\(\s*0(?:\.0*)?\s*[,)]/.test(get('transform'))
}

function inPixels(value: string, size: number): number | undefined {
  const [, number = '', unit = 'px'] = length.exec(value) ?? []
  if (number === '') return undefined
  const each =
    unit === 'em'
      ? size
      : unit === '%'
        ? size / 100
        : unit === 'ex' || unit === 'ch'
          ? size / 2
          : (pixels[unit] ?? 1)
  return Number(number) * each
}

function sizeOf(value: string, before: number): number {
  if (value === '' || value === 'inherit') return before
  if (value === 'smaller') return before * 0.85
  if (value === 'larger') return before * 1.2
  return inPixels(value, before) ?? 16
}

const named: Readonly<Record<string, Color>> = {
  transparent: [0, 0, 0, 0],
  black: [0, 0, 0, 1],
  ...Object.fromEntries(
    ['white', 'snow', 'ivory', 'ghostwhite', 'floralwhite'].map((it) => [it, [255, 255, 255, 1]]),
  ),
}

/** Undefined for what is no colour, and for names that hide no text. */
function colorOf(text: string): Color | undefined {
  if (Object.hasOwn(named, text)) return named[text]
  const [, short, long] = /^#(?:([0-9a-f]{3,4})|([0-9a-f]{6}(?:[0-9a-f]{2})?))$/.exec(text) ?? []
  const digits = long ?? short?.replace(/./g, '$&$&')
  if (digits !== undefined) {
    const [red = 0, green = 0, blue = 0, share = 255] = [0, 2, 4, 6]
      .filter((at) => at < digits.length)
      .map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
    return [red, green, blue, share / 255]
  }
  const numbers = /^rgba?\(([^)]*)\)$/
    .exec(text)?.[1]
    ?.split(/[\s,/]+/)
    .filter((it) => it !== '')
    .map((it, at) => Number.parseFloat(it) * (it.endsWith('%') ? (at === 3 ? 0.01 : 2.55) : 1))
  if (numbers === undefined) return undefined
  const [red = 0, green = 0, blue = 0, share = 1] = numbers
  return [red, green, blue, share]
}

/** Styles of a page by the names in simple selectors: `p`, `.note`, `#note`, `p.note`. */
export class StyleSheet {
  readonly #rules = new Map<string, Declarations>()

  /** Rules for a medium, and for elements within others, are left out: no mail program agrees on them. */
  add(text: string): void {
    const plain = text.slice(0, 200_000).replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|<!--|-->/g, ' ')
    const flat = plain.replace(/@[^{};]*(?:\{(?:[^{}]|\{[^{}]*\})*\}|;)/g, ' ')
    for (const [, selectors = '', body = ''] of flat.matchAll(
      /([^{}]{1,2000})\{([^{}]{0,4000})\}/g,
    )) {
      if (this.#rules.size > 2000) return
      const style = readStyle(body)
      for (const selector of selectors.split(',')) {
        const name = selector.trim().toLowerCase()
        if (!/^(?:[a-z][a-z0-9]*)?(?:[.#][\w-]+)?$/.test(name)) continue
        this.#rules.set(name, new Map([...(this.#rules.get(name) ?? []), ...style]))
      }
    }
  }

  /** @returns undefined where no rule and no style concerns an element */
  for(
    name: string,
    { class: classes = '', id = '', style = '' }: Readonly<Record<string, string>>,
  ): Declarations | undefined {
    const own = style === '' ? undefined : readStyle(style)
    if (this.#rules.size === 0) return own
    const names = classes === '' ? [] : classes.toLowerCase().split(/\s+/, 20)
    const found = [
      name,
      ...names.flatMap((it) => [`.${it}`, `${name}.${it}`]),
      `#${id.toLowerCase()}`,
    ]
      .map((it) => this.#rules.get(it))
      .filter((it) => it !== undefined)
    if (found.length === 0) return own
    return new Map([...found, ...(own === undefined ? [] : [own])].flatMap((it) => [...it]))
  }
}
