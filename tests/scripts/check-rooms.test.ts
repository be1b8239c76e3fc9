import { expect, test } from 'vitest'
import {
  findProblems,
  folderCircles,
  type Tree,
  tooFull,
} from '../../tools/scripts/rooms/find-problems.ts'

const server: Tree = {
  folder: 'server',
  floors: ['core', 'http'],
  above: ['cli'],
  publicFiles: 'named',
}
const opening = (imports: string) =>
  `// What it is for: flags.\n// What it may import: ${imports}.\n// Where to start reading: add.ts.\n`
const good = {
  'server/start.ts': "import './flags/add.ts'",
  'server/cli/main.ts': "import '../start.ts'",
  'server/core/clock.ts': '',
  'server/http/bind.ts': "import '../core/clock.ts'",
  'server/flags/flags.ts': opening('core, http, users'),
  'server/flags/add.ts':
    "import '../core/clock.ts'\nimport type { Bind } from '../http/bind.ts'\nimport '../users/users.ts'\nawait import('./list.ts')",
  'server/flags/list.ts': '',
  'server/users/users.ts': opening('http'),
  'server/users/add.ts': "import '../http/bind.ts'",
}

const found = (change: Readonly<Record<string, string>> = {}, tree: Tree = server) =>
  findProblems(new Map(Object.entries({ ...good, ...change })), tree)

test('imports that run one way, through public files, are no problem', () => {
  expect(found()).toEqual([])
})

test.each([
  ['a floor', 'core/clock.ts', '../http/bind.ts', 'http/bind.ts'],
  ['a noun in a floor', 'http/bind.ts', '../flags/flags.ts', 'flags/flags.ts'],
  ['a file beside the rooms in a noun', 'flags/list.ts', '../start.ts', 'start.ts'],
  ['a room above the nouns', 'flags/list.ts', '../cli/main.ts', 'cli/main.ts'],
])('an import upwards is named: %s', (_, path, specifier, to) => {
  const line = `server/${path} imports ${to}, which stands above it`
  for (const text of [
    `import '${specifier}'`,
    `import type { A } from '${specifier}'`,
    `export { a } from '${specifier}'`,
    `const a = await import('${specifier}')`,
  ]) {
    expect(found({ [`server/${path}`]: text })).toContain(line)
  }
})

test('nouns that import each other in a circle are named', () => {
  const circle = found({
    'server/users/users.ts': opening('http, flags'),
    'server/users/add.ts': "import '../http/bind.ts'\nimport '../flags/flags.ts'",
  })
  expect(circle).toEqual(['server: flags, users import each other in a circle'])
})

test('folders below a noun that import each other in a circle are named', () => {
  const files = new Map([
    ['server/mail/mail.ts', "import './notices/queue.ts'"],
    ['server/mail/notices/queue.ts', "import './text.ts'"],
    ['server/mail/notices/text.ts', ''],
    ['server/users/users.ts', "import './own/a/list.ts'"],
    ['server/users/own/a/list.ts', "import '../b/find.ts'"],
    ['server/users/own/b/find.ts', ''],
  ])
  expect(folderCircles(files, 'server', [])).toEqual([])

  files.set('server/mail/notices/text.ts', "import '../mail.ts'")
  files.set('server/users/own/b/find.ts', "import type { User } from '../../users.ts'")
  const mail = 'server/mail, server/mail/notices'
  const users = 'server/users, server/users/own/a, server/users/own/b'
  expect(folderCircles(files, 'server', [])).toEqual([
    `${mail} import each other in a circle`,
    `${users} import each other in a circle`,
  ])
  expect(folderCircles(files, 'server', [mail])).toEqual([`${users} import each other in a circle`])
})

test('markup of an Astro component is not read as code, its script is', () => {
  const tree: Tree = { folder: 'src', floors: [], above: [], publicFiles: 'any' }
  const files = (layout: string) =>
    new Map([
      [
        'src/ui/Card.astro',
        "---\nimport A from '../layouts/A.astro'\n---\n<p>import '../x/y.ts'</p>",
      ],
      ['src/layouts/A.astro', layout],
    ])
  expect(findProblems(files("<p>import '../ui/Card.astro'</p>"), tree)).toEqual([])
  expect(findProblems(files("<script>import '../ui/Card.astro'</script>"), tree)).toEqual([
    'src: layouts, ui import each other in a circle',
  ])
})

test('a noun that is imported past its public file is named', () => {
  expect(found({ 'server/flags/list.ts': "import '../users/add.ts'" })).toEqual([
    'server/flags/list.ts imports users/add.ts instead of users/users.ts',
  ])
})

test.each([
  ['no opening lines', '', /^server\/flags\/flags\.ts must begin with three lines/],
  [
    'a room that is not imported',
    opening('core, http, audit, users'),
    /says that it may import core, http, audit, users; it imports core, http, users$/,
  ],
  [
    'a room that is not named',
    opening('core, http'),
    /says that it may import core, http; it imports core, http, users$/,
  ],
  [
    'a file that does not exist',
    opening('core, http, users').replace('add.ts', 'begin.ts'),
    /says to start reading at begin\.ts, which does not exist$/,
  ],
])('a public file has true opening lines: %s', (_, text, problem) => {
  expect(found({ 'server/flags/flags.ts': text })).toEqual([expect.stringMatching(problem)])
})

test('where one file of a noun is public, a second one is named', () => {
  const tree: Tree = { folder: 'lib', floors: ['core'], above: [], publicFiles: 'one' }
  const files = {
    'lib/users/a.ts': "import '../flags/one.ts'",
    'lib/team/b.ts': "import '../flags/one.ts'",
  }
  expect(findProblems(new Map(Object.entries(files)), tree)).toEqual([])
  const more = { ...files, 'lib/team/c.ts': "import '../flags/two.ts'" }
  expect(findProblems(new Map(Object.entries(more)), tree)).toEqual([
    'lib/flags: other nouns import flags/one.ts, flags/two.ts instead of one file',
  ])
})

test('a folder with more files than one may hold is named', () => {
  const inFolder = (folder: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`)
  const paths = [...inFolder('server/users', 3), ...inFolder('server/users/own', 2)]
  expect(tooFull(paths, 3, /^src\/ui$/)).toEqual([])
  expect(tooFull([...paths, ...inFolder('src/ui', 4)], 3, /^src\/ui$/)).toEqual([])
  expect(tooFull(paths, 2, /^src\/ui$/)).toEqual([
    'server/users: 3 files, at most 2 stand in one folder',
  ])
})
