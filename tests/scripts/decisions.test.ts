import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../tools/scripts/run-command.ts'

const folder = join(root, 'docs/decisions')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const countWords = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

const decisions = globSync('[0-9]*.md', { cwd: folder })
  .sort()
  .map((name) => {
    const text = read(name)
    const [heading = ''] = text.split('\n')
    const number = name.slice(0, 4)
    return { name, number, title: heading.replace('# ', ''), text, words: countWords(text) }
  })

/** Numbers that comments and documents of the repository name. */
const namedNumbers = globSync(
  [
    '*.{md,ts}',
    'docs/**/*.md',
    '{build,contract,hosting,judge,server,src,tests,tools,training}/**/*.{ts,tsx,astro,css,md}',
  ],
  { cwd: root },
).flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/decisions?[ /](\d{4})\b/g)].map(
    ([, number = '']) => ({ file, number }),
  ),
)

describe('the decisions', () => {
  test('stand in the index once, in order, with their titles', () => {
    const lines = read('README.md').match(/^- .*$/gm)
    expect(lines).toEqual(
      decisions.map(({ name, number, title }) => `- [${number} ${title}](${name})`),
    )
  })

  const numbers = decisions.map(({ number }) => number)

  test('have numbers of their own', () => {
    expect([...new Set(numbers)]).toEqual(numbers)
  })

  test('have at most 250 words each and 15,000 together', () => {
    expect(decisions.filter(({ words }) => words > 250).map(({ name }) => name)).toEqual([])
    expect(decisions.reduce((sum, { words }) => sum + words, 0)).toBeLessThanOrEqual(15_000)
  })

  test('link to files that exist', () => {
    const dead = decisions.flatMap(({ name, text }) =>
      [...text.matchAll(/\]\(([^)#\s]+)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !link.includes('://') && !existsSync(join(folder, link)))
        .map((link) => `${name}: ${link}`),
    )
    expect(dead).toEqual([])
  })

  test('exist where a comment or a document names them', () => {
    expect(namedNumbers.length).toBeGreaterThan(50)
    expect(namedNumbers.filter(({ number }) => !numbers.includes(number))).toEqual([])
  })
})
