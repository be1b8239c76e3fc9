import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { root, run } from '../../tools/scripts/run-command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let folder = ''
beforeEach(async ({ onTestFinished }) => {
  const temporary = await temporaryFolder()
  onTestFinished(() => temporary.remove())
  folder = temporary.path
  mkdirSync(join(folder, 'export'))
  keep({})
})

const write = (name: string, content: object) =>
  writeFileSync(join(folder, name), JSON.stringify(content))

/** Writes a lock file with these folders of packages. */
function lock(packages: Record<string, object>): void {
  write('package-lock.json', { name: 'shop', version: '1.0.0', packages: { '': {}, ...packages } })
}
const lockOne = (version: string) => lock({ 'node_modules/parser': { version } })

const flawed = {
  id: 'GHSA-1111-1111-1111',
  package: 'parser',
  severity: 'high',
  affected: '>=1.0.0 <1.4.0',
}
const keep = (changes: object) =>
  write('kept.json', { exportRead: null, exceptions: [], advisories: [flawed], ...changes })

/** `npm run advisories -- …` on the files of the test. */
function compare(...more: string[]) {
  const script = join(root, 'tools/scripts/advisories.ts')
  const files = ['--lock', join(folder, 'package-lock.json'), '--kept', join(folder, 'kept.json')]
  return run(process.execPath, [script, ...files, ...more])
}

test('the kept advisories know that scim-patch 0.8.3 is flawed and 0.9.2 is not', async () => {
  const own = ['--kept', join(root, 'tools/scripts/supply-chain/advisories.json')]
  lock({ 'node_modules/scim-patch': { version: '0.8.3' } })
  const { exitCode, output } = await compare(...own)
  expect(exitCode).toBe(1)
  expect(output).toContain('scim-patch 0.8.3: GHSA-9m6g-wc8r-q59c (critical)')
  expect(output).toContain('scim-patch 0.8.3: GHSA-2mhw-wcx5-v3xj (moderate)')
  lock({ 'node_modules/scim-patch': { version: '0.9.2' } })
  expect(await compare(...own)).toMatchObject({ exitCode: 0 })
})

test.for([
  ['a nested copy', { 'node_modules/site/node_modules/parser': { version: '1.3.9' } }, 1],
  ['an alias', { 'node_modules/reader': { name: 'parser', version: '1.0.0' } }, 1],
  ['an optional package', { 'node_modules/parser': { version: '1.0.0', devOptional: true } }, 1],
  ['a package for development', { 'node_modules/parser': { version: '1.0.0', dev: true } }, 0],
  ['a repaired version', { 'node_modules/parser': { version: '1.4.0' } }, 0],
  ['a pre-release of the repair', { 'node_modules/parser': { version: '1.4.0-rc.2' } }, 1],
  ['a pre-release before the flaw', { 'node_modules/parser': { version: '1.0.0-beta.1' } }, 0],
  ['a package without a version', { 'node_modules/parser': {} }, 1],
] as const)('%s is compared', async ([, packages, exitCode]) => {
  lock(packages)
  expect(await compare()).toMatchObject({ exitCode })
})

test('an exception holds with its reason until its end, and for its advisory alone', async () => {
  lockOne('1.0.0')
  const exception = { id: flawed.id, package: 'parser', reason: 'We call no parser.' }
  const exceptions = [{ ...exception, ends: '2999-12-31' }]
  keep({ exceptions })
  const { exitCode, output } = await compare()
  expect(exitCode).toBe(0)
  expect(output).toContain('  accepted until 2999-12-31: We call no parser.\n')
  keep({ exceptions, advisories: [flawed, { ...flawed, id: 'GHSA-2222-2222-2222' }] })
  expect(await compare()).toMatchObject({ exitCode: 1 })
  keep({ exceptions: [{ ...exception, ends: '2026-01-31' }] })
  expect((await compare()).output).toContain('in parser ended on 2026-01-31')
  lockOne('1.4.0')
  expect(await compare()).toMatchObject({ exitCode: 1 })
  keep({ exceptions: [{ ...exception, ends: '2999-12-31', reason: ' ' }] })
  expect((await compare()).output).toContain('exceptions.0.reason: a reason is needed')
})
