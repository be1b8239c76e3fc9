import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFinder } from './language/find-words.ts'
import { root } from './run-command.ts'

/*
 * node tools/scripts/check-paths.ts: looks in comments and documents for paths, npm scripts and decisions
 * that do not exist.
 */

/** The guide for editors and a test invent files, and the changelog tells of former ones. */
const inventing = ['CHANGELOG.md', 'docs/editing-content.md', 'tests/scripts/documents.test.ts']

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const find = createFinder(files, Object.keys(scripts))

const names = files.filter(
  (name) => /\.(tsx?|astro|css|mjs|lua|ya?ml|md)$/.test(name) && !inventing.includes(name),
)
const findings = names.flatMap((name) => {
  const source = readText(name)
  return source === undefined ? [] : find(name, source)
})
for (const { name, line, path } of findings)
  console.error(`${name}:${line}: ${path} does not exist`)
if (findings.length > 0) process.exitCode = 1

/** @returns undefined for a file that is removed and not committed yet */
function readText(name: string): string | undefined {
  try {
    return readFileSync(join(root, name), 'utf8')
  } catch {
    return undefined
  }
}
