import { productName } from '../../src/lib/core/i18n/product.ts'
import { colours } from './colours.ts'
import { mark } from './mark.ts'
import { optimizedPng, sansFamily, serifFamily } from './png.ts'

/** The icon of browser tabs, for light and dark mode. */
const faviconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${mark.viewBox}"><style>.h{fill:${colours.accent}}.f{stroke:${colours.paper}}@media(prefers-color-scheme:dark){.h{fill:${colours.accentDark}}.f{stroke:${colours.paperDark}}}</style><path class="h" d="${mark.house}"/><path class="f" d="${mark.fold}" fill="none" stroke-width="2.4"/></svg>`

/** The icon for home screens, with a background and the margin that round masks need. */
function homeScreenSvg(size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="-12 -12 56 56"><rect x="-12" y="-12" width="56" height="56" fill="${colours.paper}"/><path d="${mark.house}" fill="${colours.accent}"/><path d="${mark.fold}" fill="none" stroke="${colours.paper}" stroke-width="2.4"/></svg>`
}

/** 180 for Apple's home screen, the others for the manifest. */
const sizes = [180, 192, 512]

/** @returns what is drawn of `public/`, by its path there */
export async function drawPublicFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const icons = sizes.map(
    async (size) => [`icons/${size}.png`, await optimizedPng(homeScreenSvg(size))] as const,
  )
  return new Map([['favicon.svg', Buffer.from(faviconSvg)], ...(await Promise.all(icons))])
}

interface Words {
  readonly eyebrow: string
  readonly headline: string
}

interface Figure {
  readonly value: string
  readonly label: string
}

/** Characters in a line of the headline; SVG does not wrap text. */
const longestLine = 20

type Direction = 'ltr' | 'rtl'

interface Style {
  readonly family: string
  readonly size: number
  readonly weight?: number
  readonly fill?: string
}

const width = 1200
const margin = 80

/**
 * 1200 x 630, the size that social networks require: name, headline and figures. From right to left
 * everything stands at the other side, and headlines are in the sans, because the serif has no Arabic.
 */
export function shareImageSvg(
  words: Words,
  figures: readonly Figure[],
  direction: Direction = 'ltr',
): string {
  const display = direction === 'rtl' ? sansFamily : serifFamily
  const weight = direction === 'rtl' ? 600 : 400
  const text = (x: number, y: number, line: string, style: Style) =>
    textAt(direction === 'rtl' ? width - x : x, y, line, style, direction)
  const lines = balance(words.headline)
  const headline = lines
    .map((line, index) =>
      text(margin, 290 + index * 92, line, { family: display, size: 80, weight }),
    )
    .join('')
  const strip = figures
    .map(
      ({ value, label }, index) =>
        text(margin + index * 265, 535, value, { family: display, size: 40, weight }) +
        text(margin + index * 265, 570, label, {
          family: sansFamily,
          size: 20,
          fill: colours.inkSoft,
        }),
    )
    .join('')
  const logo = `<g transform="translate(${direction === 'rtl' ? width - margin - 64 : margin} 72) scale(2)"><path d="${mark.house}" fill="${colours.accent}"/><path d="${mark.fold}" fill="none" stroke="${colours.paper}" stroke-width="2.4"/></g>`
  const arch = `<path d="M820 470V250C820 150 940 150 970 84C1000 150 1120 150 1120 250V470Z" fill="${colours.accentWash}"${direction === 'rtl' ? ` transform="matrix(-1 0 0 1 ${width} 0)"` : ''}/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="630" viewBox="0 0 ${width} 630">
<rect width="${width}" height="630" fill="${colours.paper}"/>
${arch}
${logo}
${text(160, 122, productName, { family: serifFamily, size: 44 })}${text(margin, 190, words.eyebrow, { family: sansFamily, size: 24, fill: colours.accent })}${headline}
<path d="M80 470H1120" stroke="${colours.line}" stroke-width="2"/>${strip}</svg>`
}

function textAt(
  x: number,
  y: number,
  words: string,
  { family, size, weight = 400, fill = colours.ink }: Style,
  direction: Direction,
): string {
  const anchor = direction === 'rtl' ? ' text-anchor="end"' : ''
  return `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="${weight}" fill="${fill}"${anchor}>${escapeXml(inOrder(words))}</text>`
}

/**
 * SVG has no element that isolates, and this renderer takes every line for one from left to right. A
 * mark at both ends keeps the full stop of an Arabic line at its left.
 */
function inOrder(words: string): string {
  return /\p{Script=Arabic}/u.test(words) ? `\u200f${words}\u200f` : words
}

/** Wraps into as few lines as possible, with lengths as even as possible. */
function balance(words: string): string[] {
  const rows = wrap(words, longestLine).length
  const lengths = Array.from({ length: longestLine }, (_, index) => index + 1)
  const shortest = lengths.find((length) => wrap(words, length).length === rows) ?? longestLine
  return wrap(words, shortest)
}

function wrap(words: string, longest: number): string[] {
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= longest) {
      lines[lines.length - 1] = `${line} ${word}`
    } else {
      lines.push(word)
    }
  }
  return lines
}

function escapeXml(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
