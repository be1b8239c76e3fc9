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

const length = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|pt|pc|em|rem|ex|ch|cm|mm|in|%|vw|vh)?$/
const pixels: Readonly<Record<string, number>> = {
  pt: 4 / 3,
  pc: 16,
  rem: 16,
  cm: 38,
  mm: 3.8,
  in: 96,
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
  const written = get('background-color')
  if (/url\(|gradient\(|image|\?/.test(get('background-image'))) return undefined
  if (/^(?:|none|inherit|initial|unset)$/.test(written)) return before
  const color = written
    .split(/ (?![^(]*\))/)
    .map(colorOf)
    .find((it) => it !== undefined)
  return color !== undefined && color[3] < 0.5 ? before : color
}

function isGone(get: (name: string) => string): boolean {
  if (get('display') === 'none') return true
  const opacity = get('opacity')
  if (opacity !== '' && Number.parseFloat(opacity) <= (opacity.endsWith('%') ? 2 : 0.02))
    return true
  const isZero = (name: string) => get(name) !== '' && Math.abs(inPixels(get(name), 16) ?? 9) < 1
  const room = ['min-height', 'min-width', 'padding', 'padding-top', 'padding-bottom'].map(get)
  if (
    /hidden|clip/.test(get('overflow')) &&
    ['height', 'max-height', 'width', 'max-width'].some(isZero) &&
    !/[1-9]/.test(room.join(' '))
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
