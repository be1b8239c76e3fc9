import { productName } from '../lib/format/product.ts'
import { colours } from './colours.ts'
import { sansFamily, serifFamily } from './fonts.ts'
import { mark } from './mark.ts'

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

/** 1200 x 630, the size that social networks require: name, headline and figures. */
export function shareImageSvg(words: Words, figures: readonly Figure[]): string {
  const lines = balance(words.headline)
  const headline = lines
    .map((line, index) => text(80, 290 + index * 92, line, serifFamily, 80))
    .join('')
  const strip = figures
    .map(
      ({ value, label }, index) =>
        text(80 + index * 265, 535, value, serifFamily, 40) +
        text(80 + index * 265, 570, label, sansFamily, 20, colours.inkSoft),
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
<rect width="1200" height="630" fill="${colours.paper}"/>
<path d="M820 470V250C820 150 940 150 970 84C1000 150 1120 150 1120 250V470Z" fill="${colours.accentWash}"/>
<g transform="translate(80 72) scale(2)"><path d="${mark.house}" fill="${colours.accent}"/><path d="${mark.fold}" fill="none" stroke="${colours.paper}" stroke-width="2.4"/></g>
${text(160, 122, productName, serifFamily, 44)}${text(80, 190, words.eyebrow, sansFamily, 24, colours.accent)}${headline}
<path d="M80 470H1120" stroke="${colours.line}" stroke-width="2"/>${strip}</svg>`
}

function text(
  x: number,
  y: number,
  words: string,
  family: string,
  size: number,
  fill: string = colours.ink,
): string {
  return `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" fill="${fill}">${escapeXml(words)}</text>`
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
