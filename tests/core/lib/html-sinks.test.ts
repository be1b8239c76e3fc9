import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const sinks =
  /set:html|dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|\beval\(|new Function\(/

/** Patterns that are built from constants of their own file. */
const patternsOfConstants = [
  'contract/flags/look-alikes.ts',
  'src/content/rules/promises.ts',
  'src/content/rules/punctuation.ts',
]

function filesWith(pattern: RegExp): string[] {
  const files = globSync('{build,contract,src}/**/*.{ts,tsx,astro}', { cwd: root }).sort()
  expect(files.length).toBeGreaterThan(150)
  return files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
}

test('no other text becomes a regular expression', { tags: ['R009'] }, () => {
  expect(filesWith(/new RegExp\(/)).toEqual(patternsOfConstants)
})

test('only styles of our own and the escaped structured data write HTML', {
  tags: ['R009'],
}, () => {
  expect(filesWith(sinks)).toEqual([
    'src/layouts/Document.astro',
    // React renders these at the build, from samples of our own.
    'src/layouts/FirstFigures.astro',
    'src/sections/Judge.astro',
    'src/sections/StructuredData.astro',
  ])
})
