import { expect, test } from 'vitest'
import { entityLines, parsersDecoding } from '../../../build/smaller-pages/without-entity-table.ts'
import { entityTree } from '../../../src/lib/public-page/try/entity-tree.ts'

const decoding = await parsersDecoding()

/** What a text stands for, and how much of it, that comes in two parts. */
function decode(tree: Uint16Array, text: string, mode: number, cut: number) {
  const found: number[] = []
  const decoder = new decoding.EntityDecoder(tree, (...it) => found.push(...it))
  decoder.startEntity(mode)
  const parts = [decoder.write(text.slice(0, cut), 1)]
  if (parts[0] === -1) parts.push(decoder.write(text.slice(cut), 0))
  if (parts.at(-1) === -1) parts.push(decoder.end())
  return [...found, ...parts].join()
}

test('the page decodes names like the table that it goes without', async () => {
  const lines = await entityLines()
  const tree = entityTree(lines)
  const names = lines.split('\n').flatMap((line) => (line.split(' ')[1] ?? '').split(','))
  expect(names.length).toBeGreaterThan(2000)
  for (const name of names.map((it) => `&${it.replace('!', '')}`)) {
    for (const text of [`${name};`, name, `${name}x`, `${name}=`, `${name.slice(0, -1)};`]) {
      for (const mode of [0, 1, 2]) {
        for (const cut of [2, text.length]) {
          expect(decode(tree, text, mode, cut), text).toBe(
            decode(decoding.htmlDecodeTree, text, mode, cut),
          )
        }
      }
    }
  }
})
