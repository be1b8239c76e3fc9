import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { colours } from '../../../build/pictures/colours.ts'
import { drawPng, sansFamily, serifFamily } from '../../../build/pictures/png.ts'
import { drawPublicFiles, shareImageSvg } from '../../../build/pictures/share-image.ts'
import { root } from '../../../tools/scripts/run-command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const words = { eyebrow: 'Email security', headline: 'Open your mail in peace.' }
const figures = [{ value: '97%', label: 'threat detection' }]
const repository = resolve(import.meta.dirname, '../../..')

function line(text: string, family = sansFamily): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="120"><rect width="600" height="120" fill="#fff"/><text x="20" y="80" font-family="${family}" font-size="60">${text}</text></svg>`
}

/** How many pixels of a line of text are dark, and how far it reaches. */
async function ink(text: string, family?: string) {
  const { data, info } = await sharp(drawPng(line(text, family)))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const dark = [...data].flatMap((value, index) => (value < 128 ? [index % info.width] : []))
  return { pixels: dark.length, width: Math.max(...dark) - Math.min(...dark) }
}

test('The picture for shared links holds any words, whatever they mean in XML', async () => {
  const hostile = ']]><!-- & "it\'s" </text><script>'
  const svg = shareImageSvg({ eyebrow: hostile, headline: hostile }, [
    { value: hostile, label: hostile },
  ])
  const { format, width } = await sharp(drawPng(svg)).metadata()
  expect([format, width]).toEqual(['png', 1200])
})

test('the picture is the same on a machine without fonts', async () => {
  await using empty = await temporaryFolder()
  const script = `
    import { drawPng } from './build/pictures/png.ts'
    import { createHash } from 'node:crypto'
    let svg = ''
    for await (const part of process.stdin) svg += part
    process.stdout.write(createHash('sha256').update(drawPng(svg)).digest('hex'))`
  const svg = shareImageSvg(words, figures)
  const there = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: repository,
    input: svg,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: empty.path,
      FONTCONFIG_PATH: empty.path,
      FONTCONFIG_FILE: '/dev/null',
    },
  })
  expect(there).toBe(createHash('sha256').update(drawPng(svg)).digest('hex'))
})

test.each([sansFamily, serifFamily])('%s draws letters, not boxes', async (family) => {
  const [wide, narrow, none] = [
    await ink('MMMM', family),
    await ink('iiii', family),
    line('', family),
  ]
  expect(narrow.pixels).toBeGreaterThan(100)
  expect(wide.width).toBeGreaterThan(2 * narrow.width)
  expect(drawPng(line('AB', family)).equals(drawPng(line('CD', family)))).toBe(false)
  expect(drawPng(none).equals(drawPng(line('iiii', family)))).toBe(false)
})

test.each([sansFamily, serifFamily])(
  'Arabic is drawn in joined letters beside %s',
  async (family) => {
    const word = '\u0623\u0645\u0627\u0646'
    const apart = [...word].join('\u200c')
    const [joined, separate] = [await ink(word, family), await ink(apart, family)]
    expect(joined.pixels).toBeGreaterThan(300)
    // Mim has a short form where a letter follows; alone it has a tail.
    expect(joined.width).toBeLessThan(separate.width)
    // Another word of as many letters: boxes would be the same.
    expect(
      drawPng(line(word, family)).equals(drawPng(line('\u0628\u0633\u0637\u062d', family))),
    ).toBe(false)
  },
)

/** How far a line of the picture's headline reaches, in pixels from its left edge. */
async function reach(headline: string) {
  const svg = shareImageSvg({ eyebrow: 'أمن', headline }, [], 'rtl')
  const { data, info } = await sharp(drawPng(svg))
    .extract({ left: 420, top: 220, width: 780, height: 84 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const dark = [...data].flatMap((value, index) => (value < 128 ? [index % info.width] : []))
  return { left: 420 + Math.min(...dark), right: 420 + Math.max(...dark) }
}

/** How far the pixels of a colour reach, from the left edge. */
async function reachOf(colour: string, direction: 'ltr' | 'rtl') {
  const svg = shareImageSvg({ eyebrow: '', headline: '' }, [{ value: '', label: '' }], direction)
  const { data } = await sharp(drawPng(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const wanted = Buffer.from(colour.slice(1), 'hex')
  const found: number[] = []
  for (let at = 0; at < data.length; at += 3) {
    if (wanted.equals(data.subarray(at, at + 3))) found.push((at / 3) % 1200)
  }
  return [Math.min(...found), Math.max(...found)] as const
}

test.each(['accent', 'accentWash'] as const)(
  'what is drawn in %s stands at the other side of an Arabic picture',
  async (colour) => {
    const [left, right] = await reachOf(colours[colour], 'ltr')
    const [mirroredLeft, mirroredRight] = await reachOf(colours[colour], 'rtl')
    expect(Math.abs(1199 - right - mirroredLeft)).toBeLessThanOrEqual(2)
    expect(Math.abs(1199 - left - mirroredRight)).toBeLessThanOrEqual(2)
  },
)

test('an Arabic picture begins at the right and ends its sentence at the left', async () => {
  const [bare, sentence] = [await reach('بريدك في أمان'), await reach('بريدك في أمان.')]
  expect(sentence.right).toBe(bare.right)
  expect(sentence.right).toBeGreaterThan(1100)
  expect(sentence.left).toBeLessThan(bare.left)
})

test('The colours of icons and of the browser are those of the page', () => {
  const tokens = readFileSync('src/styles/tokens.css', 'utf8')
  const pair = (name: string) =>
    new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)?.slice(1)
  expect([colours.paper, colours.paperDark]).toEqual(pair('paper'))
  expect([colours.accent, colours.accentDark]).toEqual(pair('accent'))
  expect(pair('ink')).toContain(colours.ink)
  expect(pair('ink-soft')).toContain(colours.inkSoft)
  expect(pair('line')).toContain(colours.line)
  expect(pair('accent-wash')).toContain(colours.accentWash)
})

const drawn = await drawPublicFiles()
const inPublic = (name: string) => readFileSync(join(root, 'public', name))
const advice = 'draw it again: npm run icons'

/** Processors round differently where two colours meet. */
const roundingOfChannel = 2

test('the icons in public/ are those that npm run icons draws', () => {
  expect([...drawn.keys()]).toEqual([
    'favicon.svg',
    'icons/180.png',
    'icons/192.png',
    'icons/512.png',
  ])
  expect(inPublic('favicon.svg').toString(), advice).toBe(String(drawn.get('favicon.svg')))
})

test.each([180, 192, 512])('public/icons/%i.png shows what its source draws', async (size) => {
  const name = `icons/${size}.png`
  const pixelsOf = (file: Buffer) =>
    sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const kept = await pixelsOf(inPublic(name))
  const now = await pixelsOf(drawn.get(name) ?? expect.fail('not drawn'))
  expect(kept.info).toMatchObject({ width: size, height: size })
  expect(now.info).toMatchObject({ width: size, height: size })
  const differences = now.data.map((value, index) => Math.abs(value - (kept.data[index] ?? 0)))
  expect(
    differences.reduce((most, value) => Math.max(most, value), 0),
    advice,
  ).toBeLessThanOrEqual(roundingOfChannel)
})
