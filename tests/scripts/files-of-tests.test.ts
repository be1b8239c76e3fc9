import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, run } from '../../scripts/run-command.ts'

/*
 * Two files with the same test, which share a process: the second one finds what the first one has left.
 */

const ofNode = `
import { expect, test, vi } from 'vitest'
import { $token, keepToken } from '../../src/lib/core/storage/token.ts'

test('finds nothing of the other file', () => {
  expect(vi.isFakeTimers()).toBe(false)
  expect(Reflect.get(globalThis, 'left')).toBeUndefined()
  expect(process.env.LEFT).toBeUndefined()
  expect($token.get()).toBeUndefined()
  keepToken('left')
  vi.stubEnv('LEFT', 'yes')
  vi.stubGlobal('left', true)
  vi.useFakeTimers()
})`

const ofIslands = `
import { expect, test } from 'vitest'
import { $token, keepToken } from '../../src/lib/core/storage/token.ts'

test('finds nothing of the other file', () => {
  const { documentElement, head, body } = document
  const timers = Reflect.get(process, 'timersOfTheOther') ?? []
  expect(timers.every((it) => it._destroyed)).toBe(true)
  expect([localStorage.length, sessionStorage.length, $token.get()]).toEqual([0, 0, undefined])
  expect([...documentElement.attributes, ...head.children, ...body.children]).toEqual([])
  expect(location.pathname).toBe('/')
  keepToken('left')
  sessionStorage.setItem('left', 'yes')
  documentElement.lang = 'ar'
  documentElement.dir = 'rtl'
  head.append(document.createElement('style'))
  body.append(document.createElement('p'))
  history.replaceState(null, '', '/left')
  Reflect.set(process, 'timersOfTheOther', [setTimeout(() => undefined, 1_000_000)])
})`

test.each([
  ['node', 'node', ofNode, ['file-of-its-own']],
  ['islands', 'happy-dom', ofIslands, ['file-of-its-own', 'browser/window-of-a-test']],
])(
  'files of %s that share a process find no store, stub or window of each other',
  async (_, environment, source, setup) => {
    mkdirSync(join(root, '.cache'), { recursive: true })
    const folder = mkdtempSync(join(root, '.cache/files-of-tests-'))
    try {
      for (const name of ['one', 'other']) writeFileSync(join(folder, `${name}.test.ts`), source)
      const setupFiles = setup.map((name) => join(root, `tests/support/${name}.ts`))
      const options = { environment, setupFiles, isolate: false, maxWorkers: 1 }
      writeFileSync(
        join(folder, 'vitest.config.ts'),
        `export default { test: ${JSON.stringify(options)} }`,
      )
      const { exitCode, output } = await run('vitest', ['run', '--root', folder])
      expect(exitCode, output).toBe(0)
      expect(output).toContain('2 passed')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
