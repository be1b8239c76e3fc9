import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { testTitles } from './requirements/test-tags.ts'
import { root } from './run-command.ts'

/**
 * Prints the titles of all tests by noun: `tests/flags/server/flags.test.ts` is of the noun 'flags'.
 * They say what Aman does beyond the lines of docs/requirements.md.
 */
export function listTests(): void {
  const files = globSync('tests/**/*.{test,spec}.{ts,tsx}', { cwd: root }).sort()
  const nouns = Map.groupBy(files, (file) => file.split(sep)[1] ?? '')
  for (const [noun, names] of nouns) {
    const titles = names.flatMap((name) => testTitles(name, readFileSync(join(root, name), 'utf8')))
    const lines = [...new Set(titles)].sort().map((title) => `- ${title}`)
    process.stdout.write(`\n## ${noun}\n\n${lines.join('\n')}\n`)
  }
}
