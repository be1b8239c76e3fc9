import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sinks =
  /set:html|dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|\beval\(|new Function\(|new RegExp\(/

test('R009 nothing of the site writes HTML, but the layers of the styles and the escaped structured data', () => {
  const files = globSync('src/**/*.{ts,tsx,astro}', { cwd: root }).sort()
  expect(files.length).toBeGreaterThan(150)
  const found = files.filter((file) => sinks.test(readFileSync(join(root, file), 'utf8')))
  expect(found).toEqual(['src/layouts/Document.astro', 'src/sections/StructuredData.astro'])
})
