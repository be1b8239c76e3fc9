import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as calls from '../../contract/endpoints.ts'
import { createFinder } from '../../tools/scripts/language/find-words.ts'
import { releasedFiles } from '../../tools/scripts/release/debian.ts'
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
})

/** Also on public pages, which have no container (docs/decisions/0098-breakpoints-ask-the-page.md). */
const ofPublicPages = /^src\/(?:islands\/public-page\/|ui\/notices\.css)/

test('no style behind the sign-in asks for the width of the window', () => {
  const styles = globSync('src/{islands,layouts,ui}/**/*.css').filter(
    (file) => !ofPublicPages.test(file),
  )
  expect(styles.length).toBeGreaterThan(50)
  const wrong = styles.filter((file) => /@media[^{]*width/.test(readFileSync(file, 'utf8')))
  expect(wrong, 'write @container (width …)').toEqual([])
})

test('npm does not warn of the project itself on the Node.js that the README asks for, and the README explains the other warnings first', () => {
  const { engines, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const readme = readFileSync('README.md', 'utf8')
  const asked = /Node\.js\]\(\S+\) (\d+) or later/.exec(readme)?.[1]
  expect(engines.node).toBe(`>=${asked}`)
  // Everything runs on this one, which npm installs with the rest.
  expect(dependencies.node).toMatch(/^26\./)
  expect(readme).toContain('EBADENGINE')
  expect(readme.indexOf('EBADENGINE')).toBeLessThan(readme.indexOf('npm install'))
})

const files = [
  'docs/install.md',
  'docs/decisions/0017-clock-jumps.md',
  'server/judge/counts.ts',
  'server/listen.ts',
]
const find = createFinder(files, ['check', 'bench:mail'])

test.each([
  ['a path from the root', 'server/judge/a.ts', '// See docs/install.md and server/judge/.'],
  ['a path from a folder around', 'server/judge/a.ts', '/** See judge/counts.ts. */'],
  ['the name of a file', 'docs/a.md', 'As `counts.ts` says.'],
  ['scripts and decisions', 'docs/a.md', '`npm run bench:mail`: see decision 0017'],
  ['a pattern or a placeholder', 'docs/a.md', '`server/*.ts`, `docs/<name>.md`'],
  ['code that is no comment', 'server/a.ts', "import './server/gone.ts'"],
])('%s is not missing', (_what, name, source) => {
  expect(find(name, source)).toEqual([])
})

test.each([
  ['server/gone.ts', 'server/a.ts', '\n// See server/gone.ts.', 2],
  ['server/gone/', 'server/a.css', '/*\n * In server/gone/.\n */', 2],
  ['gone.ts', 'server/a.yaml', 'a: b # gone.ts', 1],
  ['npm run gone', 'docs/a.md', 'Run `npm run gone`.', 1],
  ['9999', 'docs/a.md', `decision ${9999}`, 1],
])('%s is missing', (path, name, source, line) => {
  expect(find(name, source)).toEqual([{ name, line, path }])
})

const repository = resolve(import.meta.dirname, '../..')

test('the page on installing names the files that a release of this version makes', () => {
  const page = readFileSync(`${repository}/docs/install.md`, 'utf8')
  const { archive, package: deb } = releasedFiles(repository, 'x64')
  const named = new Set(page.match(/\baman[-_]\d[\w.-]*(?:\.tar\.gz|\.deb)/g))
  expect([...named].toSorted()).toEqual([archive, deb].map((file) => basename(file)).toSorted())
})

const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')

test('each room of a tree is in the glossary', () => {
  const [, table = '', beside = ''] =
    /^## Rooms\n([\s\S]*?)^(Beside the nouns: .*)$/m.exec(glossary) ?? []
  const nouns = [...table.matchAll(/^- ([\w-]+): /gm)].map(([, noun]) => noun)
  const others = [...beside.matchAll(/`([\w-]+)`/g)].map(([, room]) => room)
  const known = new Set([...nouns, ...others, 'support'])
  const rooms = globSync('{contract,server,src/lib,src/islands,tests}/*/', { cwd: root })
  expect(rooms.length).toBeGreaterThan(80)
  expect(rooms.filter((room) => !known.has(basename(room)))).toEqual([])
})

test('a room of tests has a folder for each level', () => {
  // The extension in a real webmail is a run of its own.
  const levels = ['contract', 'server', 'lib', 'screen', 'browser', 'webmail']
  const withoutLevels = ['bench', 'build', 'content', 'hosting', 'mail-lab', 'scripts', 'support']
  const found = globSync('tests/*/*/', { cwd: root }).filter((path) => {
    const [, room = '', level = ''] = path.split('/')
    return !withoutLevels.includes(room) && !levels.includes(level)
  })
  expect(found).toEqual([])
})

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The file from which a module imports each name, or passes it on. */
function importedFrom(path: string): Map<string, string> {
  const source = readFileSync(join(root, path), 'utf8')
  return new Map(
    source
      .matchAll(/^(?:import|export) \{([^}]+)\} from '([^']+)'$/gm)
      .flatMap(([, names = '', file = '']) =>
        names
          .split(',')
          .map((name) => name.trim().split(' as ').at(-1) ?? '')
          .filter((name) => name !== '')
          .map((name): [string, string] => [name, basename(file, '.ts')]),
      ),
  )
}

/** A noun of one call: its public file is the handler. */
function definedIn(path: string): [string, string][] {
  const source = readFileSync(join(root, path), 'utf8')
  return [...source.matchAll(/^export function (\w+)/gm)].map(([, name = '']) => [
    name,
    basename(path, '.ts'),
  ])
}

test('a call has one name: its handler and the file of its contract have it too', () => {
  const described = importedFrom('contract/endpoints.ts')
  const publicFiles = globSync('server/*/*.ts', { cwd: root }).filter(
    (path) => basename(path, '.ts') === basename(dirname(path)),
  )
  const answered = new Map([
    ...importedFrom('server/calls.ts'),
    ...publicFiles.flatMap((path) => [...importedFrom(path), ...definedIn(path)]),
  ])
  const names = Object.keys(calls)
  const others = names.filter((name) => !described.has(name) || !answered.has(name))
  expect(others, 'calls that nothing describes or answers by their name').toEqual([])

  // Calls that share a file, to read and change one thing, share its name.
  const byFile = Object.groupBy(names, (name) => described.get(name) ?? '')
  const alone = Object.entries(byFile).filter(([, sharing = []]) => sharing.length === 1)
  expect(alone.map(([file]) => file).toSorted()).toEqual(
    alone.map(([, [name = ''] = []]) => kebab(name)).toSorted(),
  )
})
