import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { root } from '../../tools/scripts/run-command.ts'
import { judgeSkipped, missingPrograms } from '../../tools/scripts/skipped-tests.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a run that has to prove everything fails when a test was skipped, and says what is missing', () => {
  const missing = ['nginx', 'swaks']
  expect(judgeSkipped(3, missing, true)).toEqual({
    words: '3 tests were skipped. Missing here: nginx; swaks. With CI=true no test may be skipped.',
    fails: true,
  })
  expect(judgeSkipped(3, missing, false)).toEqual({
    words: '3 tests were skipped. Missing here: nginx; swaks.',
    fails: false,
  })
  expect(judgeSkipped(0, missing, true)).toEqual({ words: '', fails: false })
})

test('a program that is not there is named', async () => {
  await using folder = await temporaryFolder()
  const program = join(folder.path, 'swaks')
  vi.stubEnv('PATH', folder.path)
  const without = missingPrograms()
  await writeFile(program, '')
  await chmod(program, 0o755)
  const withProgram = missingPrograms()
  expect(without).toContain('swaks')
  expect(withProgram).toEqual(without.filter((name) => name !== 'swaks'))
})

/** A checkout in which every program is there, and `npm install` does what is given. */
async function runCi(install: string, ...suite: readonly string[]) {
  await using folder = await temporaryFolder()
  const programs = join(folder.path, 'bin')
  await mkdir(programs)
  await cp(join(root, '.ci'), join(folder.path, '.ci'), { recursive: true })
  await writeFile(join(folder.path, 'package-lock.json'), '{}')
  const npm = `#!/bin/sh\nif [ "$1" = install ]; then ${install}; else echo "$CI $*"; fi\n`
  await writeFile(join(programs, 'npm'), npm, { mode: 0o755 })
  for (const name of ['nginx', 'haproxy', 'pgbouncer', 'rspamd', 'postfix', 'swaks']) {
    await writeFile(join(programs, name), '', { mode: 0o755 })
  }
  // Without apt-get, nothing is installed.
  for (const name of ['dirname', 'sha256sum']) {
    await symlink(`/usr/bin/${name}`, join(programs, name))
  }
  return await run('/bin/bash', [join(folder.path, '.ci/run'), ...suite], {
    env: { PATH: programs },
  })
}

test('.ci/run fails when npm install changes package-lock.json', async () => {
  await expect(runCi('echo changed > package-lock.json')).rejects.toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('npm install changed package-lock.json'),
  })
  expect((await runCi('true')).stdout).toBe('true run check\ntrue test\n')
  expect((await runCi('true', 'all')).stdout).toBe('true run check\ntrue run test:all\n')
})
