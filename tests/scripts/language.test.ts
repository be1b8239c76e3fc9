import { expect, test } from 'vitest'
import { findAvoidedWords } from '../../tools/scripts/language/find-words.ts'

const found = (fileName: string, source: string) =>
  findAvoidedWords(fileName, source).map(({ line, word }) => `${line} ${word}`)

test('a document may not hold the words, also across a line break; code in it may', () => {
  const text =
    'Whoever reads\nlong lists of\nno end.\n\n```sh\necho nobody\n```\n\n`somebody` and of no-reply\n'
  expect(found('a.md', text)).toEqual(['1 whoever', '2 of no'])
})

test('comments and titles of tests may not hold the words; strings of the product may', () => {
  const source = `// for somebody
const text = 'nobody' // anybody
/**
 * A token that
 * is none.
 */
test('nobody waits', () => {})
test.skipIf(true)(\`whoever \${text}\`, () => {})
`
  expect(found('a.ts', source)).toEqual([
    '1 somebody',
    '2 anybody',
    '4 that is none',
    '7 nobody',
    '8 whoever',
  ])
})

test('text between tags is no comment, and a comment in braces is one', () => {
  const source =
    'const a = (\n  <p>\n    https://nobody.example\n    {/* for nobody */}\n  </p>\n)\n'
  expect(found('a.tsx', source)).toEqual(['4 nobody'])
})

test('former names are found in code, not in its strings', () => {
  expect(found('a.ts', "const later = 'here'\nturn(later)\n")).toEqual([
    '1 later',
    '2 turn',
    '2 later',
  ])
})

test('comments of styles and of both parts of an Astro file are read', () => {
  expect(found('a.css', 'a {\n  /* of no use */\n}\n')).toEqual(['2 of no'])
  const page =
    '---\n// for nobody\nconst a = 1\n---\n\n<p>nobody</p>\n<!-- for somebody -->\n{/* whoever */}\n'
  expect(found('a.astro', page).sort()).toEqual(['2 nobody', '7 somebody', '8 whoever'])
})
