import sharp from 'sharp'
import { expect, test } from 'vitest'
import { shareImageSvg } from '../../src/brand/share-image.ts'

test('The picture for shared links holds any words, whatever they mean in XML', async () => {
  const words = ']]><!-- & "it\'s" </text><script>'
  const svg = shareImageSvg({ eyebrow: words, headline: words }, [{ value: words, label: words }])
  const { format, width } = await sharp(Buffer.from(svg)).metadata()
  expect([format, width]).toEqual(['svg', 1200])
  await expect(sharp(Buffer.from(svg)).png().toBuffer()).resolves.toBeInstanceOf(Buffer)
})
