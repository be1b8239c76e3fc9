import type { Random } from '../random.ts'
import { letters } from './domains.ts'
import { pick } from './fill.ts'

const rules = [
  'p{margin:0;padding:0}',
  '.ExternalClass{width:100%}',
  'a{color:#1155cc;text-decoration:underline}',
  'img{border:0;outline:none;-ms-interpolation-mode:bicubic}',
  '@media only screen and (max-width:480px){.col{display:block!important;width:100%!important}}',
  '#outlook a{padding:0}',
  'table,td{mso-table-lspace:0pt;mso-table-rspace:0pt}',
  'h1{font-size:22px;line-height:1.2;margin:0 0 12px}',
  '.footer{font-size:11px;color:#999999}',
  'body{-webkit-text-size-adjust:100%}',
]

/** Rules of style as senders' systems write them: none, a few, or pages full. */
export function styleRules(random: Random): string {
  const count = pick(random, [0, 0, 2, 5, 10, 40])
  return Array.from({ length: count }, () =>
    random.next() < 0.3
      ? `.${letters(random, 6)}{padding:${Math.floor(random.next() * 30)}px}`
      : pick(random, rules),
  ).join('\n')
}

/** How deep a sender's system wraps each block of a page, which says nothing about the sender. */
export function wrapper(random: Random): (block: string) => string {
  const depth = pick(random, [0, 0, 0, 1, 2, 4])
  const isTable = random.next() < 0.5
  const style = random.next() < 0.6 ? ` style="font-size:${pick(random, [13, 14, 16])}px"` : ''
  const [open, close] = isTable
    ? [`<table${style}><tbody><tr><td>`, '</td></tr></tbody></table>']
    : [`<span${style}>`, '</span>']
  return (block) =>
    block === '' || depth === 0 ? block : open.repeat(depth) + block + close.repeat(depth)
}

/** Pictures between the texts: products, icons, lines. */
export function pictures(random: Random): string[] {
  const host = `https://${pick(random, ['cdn', 'images', 'static', 'img', 'assets'])}.${letters(random, 6)}.${pick(random, ['com', 'net', 'io'])}`
  return Array.from(
    { length: pick(random, [0, 0, 1, 2, 5, 12]) },
    () =>
      `<img src="${host}/${letters(random, 10)}.${pick(random, ['png', 'jpg', 'gif'])}" width="${pick(random, [24, 32, 180, 560, 600])}" alt="">`,
  )
}
