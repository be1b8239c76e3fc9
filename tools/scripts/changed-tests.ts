import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import ts from 'typescript'
import { root, run } from './run-command.ts'

/**
 * Prints the titles of all tests by noun: `tests/flags/server/flags.test.ts` is of the noun 'flags'.
 * They say what Aman does beyond the lines of docs/requirements.md.
 */
export function listTests(): void {
  const files = globSync('tests/**/*.{test,spec}.{ts,tsx}', { cwd: root }).sort()
  const nouns = Map.groupBy(files, (file) => file.split(sep)[1] ?? '')
  for (const [noun, names] of nouns) {
    const titles = names.flatMap((name) => {
      const text = readFileSync(join(root, name), 'utf8')
      return titlesIn(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true), [])
    })
    const lines = [...new Set(titles)].sort().map((title) => `- ${title}`)
    process.stdout.write(`\n## ${noun}\n\n${lines.join('\n')}\n`)
  }
}

/** A test or a group, also with modifiers; `test.step` and `test.use` are none. */
const caller = /^(?:test|it|describe)(?:\.(?!step\b|use\b|extend\b|setTimeout\b|before|after).+)?$/s

/** The titles of the tests in a part of a file, each behind those of its groups. */
function titlesIn(node: ts.Node, groups: readonly string[]): string[] {
  const children = (path: readonly string[]) => {
    const found: string[] = []
    ts.forEachChild(node, (child) => {
      found.push(...titlesIn(child, path))
    })
    return found
  }
  if (!ts.isCallExpression(node) || node.arguments.length < 2) return children(groups)
  const callee = node.expression.getText()
  const [title] = node.arguments
  if (title === undefined || !caller.test(callee)) return children(groups)
  // A title with values, `as ${role}`, is printed as it stands in the code.
  const text = ts.isStringLiteralLike(title) ? title.text : title.getText().replaceAll('`', '')
  const path = [...groups, text]
  return /^describe\b|\.describe\b/.test(callee) ? children(path) : [path.join(' > ')]
}

/** Paths that differ from a commit, with files that git does not know yet. @throws Error */
export async function changedSince(commit: string): Promise<string[]> {
  return (
    await Promise.all([
      git('diff', '--name-only', '--no-renames', commit),
      git('ls-files', '--others', '--exclude-standard'),
    ])
  ).flat()
}

/** The commit in which the current branch left `main`. @throws Error */
export async function startOfBranch(): Promise<string> {
  const [commit = ''] = await git('merge-base', 'HEAD', 'main')
  return commit
}

async function git(...args: string[]): Promise<string[]> {
  const { exitCode, output } = await run('git', args)
  if (exitCode !== 0) throw new Error(`git ${args.join(' ')} failed: ${output.trim()}`)
  return output.split('\n').filter((line) => line !== '')
}

/** Rooms of browser tests. */
export function browserRooms(): string[] {
  return globSync('tests/*/browser', { cwd: root }).map((path) => path.split('/')[1] ?? '')
}

/** Files that no page is built from, and files with tests of their own. */
const unseen =
  /^(?:docs|tools\/bench|tools\/chaos|training|\.github|\.ci|\.vscode)\/|\.md$|^contract\/endpoints\.ts$|^tests\/[^/]+\/(?:contract|server|lib|screen)\//

/** A room of a noun in one of the trees, or the browser extension. */
const nounRoom = /^(?:contract|server|src\/lib|src\/islands)\/([^/]+)\/|^(extension)\//

/** Rooms that all nouns use, so that a change of one can be seen anywhere. */
const shared = ['core', 'database', 'http', 'dashboard', 'roots']

/**
 * The browser tests that a change can reach.
 * @param rooms those with browser tests
 * @returns paths of files and folders
 */
export function browserTestsFor(
  changed: readonly string[],
  rooms: readonly string[],
): 'all' | readonly string[] {
  const reached = new Set<string>()
  for (const path of changed) {
    if (unseen.test(path)) continue
    const [, noun, room = noun ?? ''] = nounRoom.exec(path) ?? []
    if (/^tests\/[^/]+\/browser\/.+\.spec\.ts$/.test(path)) reached.add(path)
    else if (rooms.includes(room) && !shared.includes(room)) reached.add(`tests/${room}/browser/`)
    else return 'all'
  }
  return [...reached]
}

/** Tests that read documents and content, which they do not import. */
const readers = ['tests/scripts', 'tests/content', 'tests/build', 'tests/hosting', 'tests/mail-lab']

/** Whether a change has files that tests read instead of importing them. */
export function readersOf(changed: readonly string[]): readonly string[] {
  return changed.some((path) => !/\.(?:ts|tsx|css|words\.yaml)$/.test(path)) ? readers : []
}
