import { expect, test } from 'vitest'
import { createFinder } from '../../tools/scripts/language/find-words.ts'

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
