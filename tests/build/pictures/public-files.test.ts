import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPublicFiles } from '../../../build/pictures/share-image.ts'
import { root } from '../../../tools/scripts/run-command.ts'

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
