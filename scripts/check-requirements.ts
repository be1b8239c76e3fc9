import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { earlyReturns } from './requirements/early-returns.ts'
import { findProblems, parseList, tick } from './requirements/list.ts'
import { namedRequirements } from './requirements/test-tags.ts'
import { root } from './run-command.ts'

const listPath = join(root, 'docs/requirements.md')

function readTests(): { name: string; source: string }[] {
  const names = globSync('tests/**/*.{test,spec}.{ts,tsx}', { cwd: root }).sort()
  return names.map((name) => ({ name, source: readFileSync(join(root, name), 'utf8') }))
}

const tests = readTests()
const named = namedRequirements(tests)
let markdown = readFileSync(listPath, 'utf8')
if (process.argv.includes('--write')) {
  const ticked = tick(markdown, new Set(named.keys()))
  if (ticked !== markdown) writeFileSync(listPath, ticked)
  markdown = ticked
}

const list = parseList(markdown)
const problems = findProblems(list, named)
if (problems.length > 0) {
  console.error('docs/requirements.md and the tests disagree:')
  for (const problem of problems) console.error(`  ${problem}`)
  console.error(
    'To tick the requirements that tests are tagged with: node scripts/check-requirements.ts --write',
  )
  process.exitCode = 1
} else {
  const built = list.requirements.filter((requirement) => requirement.built).length
  console.log(`requirements: ${built} of ${list.requirements.length} built, each a tag of a test`)
}

const returning = tests.flatMap(({ name, source }) =>
  earlyReturns(name, source).map((line) => `${name}:${line}`),
)
if (returning.length > 0) {
  console.error('A test that returns before its end passes without what follows:')
  for (const place of returning) console.error(`  ${place}`)
  process.exitCode = 1
}
