import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../tools/scripts/run-command.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const glossary = read('docs/glossary.md')

const folders = globSync('*/', { cwd: root }).map((path) => path.replace(/\/$/, ''))

/** Code in a document that is the path of a file or folder, or the name of a file. */
function pathsIn(markdown: string): string[] {
  const code = [...markdown.matchAll(/`([^`\s<>*]+)`/g)].map(([, text = '']) => text)
  return code.filter((text) => folders.includes(text.split('/')[0] ?? '') && text.includes('/'))
}

// Decisions tell what was, and the guide for editors invents files that one may add.
const documents = globSync(['*.md', 'docs/*.md'], { cwd: root }).filter(
  (name) => !['CHANGELOG.md', 'docs/editing-content.md'].includes(name),
)

test.each(documents)('each path that %s names exists', (name) => {
  expect(pathsIn(read(name)).filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('the glossary names files and folders of the code', () => {
  expect(pathsIn(glossary).length).toBeGreaterThan(60)
})

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
