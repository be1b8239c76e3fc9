import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-command.ts'
import { listedRequirements } from './test-reports.ts'

// Fails unless docs/requirements.md has every line of the specification once, and each is the tag of a
// test. Whether these tests ran and passed is what `npm test` tells.

/** Lines of the specification, R001 to R376. */
const count = 376

const expected = Array.from(
  { length: count },
  (_, index) => `R${String(index + 1).padStart(3, '0')}`,
)
const listed = listedRequirements()
const tests = globSync('tests/**/*.{test,spec}.{ts,tsx}', { cwd: root })
const tagged = new Set(
  tests.flatMap((name) =>
    [
      ...readFileSync(join(root, name), 'utf8').matchAll(/\btags?: (?:'[^']*'|\[[^\]]*\])/g),
    ].flatMap(([tags]) => tags.match(/\bR\d{3}\b/g) ?? []),
  ),
)
const findings = {
  'missing from the list': expected.filter((number) => !listed.includes(number)),
  'in the list twice': listed.filter((number, index) => listed.indexOf(number) !== index),
  'in the list, but not the tag of a test': listed.filter((number) => !tagged.has(number)),
  'no such requirement exists': [...new Set([...listed, ...tagged])].filter(
    (number) => !expected.includes(number),
  ),
}
for (const [what, numbers] of Object.entries(findings)) {
  if (numbers.length === 0) continue
  console.error(`docs/requirements.md and the tests: ${what}: ${numbers.join(', ')}`)
  process.exitCode = 1
}
if (process.exitCode === undefined) {
  console.log(`requirements: ${listed.length}, each the tag of a test`)
}
