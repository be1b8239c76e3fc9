import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sinks =
  /set:html|dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|\beval\(|new Function\(/

/** Patterns that are put together from the constants of their own file. */
const patternsOfConstants = [
  'contract/fields/look-alikes.ts',
  'src/content/promises.ts',
  'src/content/punctuation.ts',
]

function filesWith(pattern: RegExp): string[] {
  const files = globSync('{contract,src}/**/*.{ts,tsx,astro}', { cwd: root }).sort()
  expect(files.length).toBeGreaterThan(150)
  return files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
}

test('no text becomes a pattern', { tags: ['R009'] }, () => {
  expect(filesWith(/new RegExp\(/)).toEqual(patternsOfConstants)
})

test('nothing of the site writes HTML, but the layers of the styles and the escaped structured data', {
  tags: ['R009'],
}, () => {
  expect(filesWith(sinks)).toEqual([
    'src/layouts/Document.astro',
    'src/sections/StructuredData.astro',
  ])
})
