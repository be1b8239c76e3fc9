import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { earlyReturns } from './requirements/early-returns.ts'
import { findProblems, parseList } from './requirements/list.ts'
import { namedRequirements } from './requirements/test-tags.ts'
import { root } from './run-command.ts'

function readTests(): { name: string; source: string }[] {
  const names = globSync('tests/**/*.{test,spec}.{ts,tsx}', { cwd: root }).sort()
  return names.map((name) => ({ name, source: readFileSync(join(root, name), 'utf8') }))
}

const tests = readTests()
const named = namedRequirements(tests)
const list = parseList(readFileSync(join(root, 'docs/requirements.md'), 'utf8'))
const problems = findProblems(list, named)
if (problems.length > 0) {
  console.error('docs/requirements.md and the tests disagree:')
  for (const problem of problems) console.error(`  ${problem}`)
  process.exitCode = 1
} else {
  console.log(`requirements: ${list.numbers.length}, each the tag of a test`)
}

const returning = tests.flatMap(({ name, source }) =>
  earlyReturns(name, source).map((line) => `${name}:${line}`),
)
if (returning.length > 0) {
  console.error('A test that returns before its end passes without what follows:')
  for (const place of returning) console.error(`  ${place}`)
  process.exitCode = 1
}
