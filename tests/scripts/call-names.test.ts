import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import * as calls from '../../contract/endpoints.ts'
import { root } from '../../tools/scripts/run-command.ts'

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
