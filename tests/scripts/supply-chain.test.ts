import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { root, run } from '../../tools/scripts/run-command.ts'
import { type LockedPackage, readLock, toCycloneDx } from '../../tools/scripts/supply-chain/lock.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))

const versions = v.record(v.string(), v.string())
const manifest = v.parse(
  v.object({
    dependencies: versions,
    devDependencies: versions,
    allowScripts: v.record(v.string(), v.boolean()),
  }),
  read('package.json'),
)
const { packages } = readLock(join(root, 'package-lock.json'))
const namesWhere = (matches: (locked: LockedPackage) => boolean) =>
  packages.filter(matches).map(({ name }) => name)

test('every package that the project names has one exact version', () => {
  const named = { ...manifest.dependencies, ...manifest.devDependencies }
  const loose = Object.entries(named).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
  expect(loose).toEqual([])
})

test('every package of the lock has its checksum, and none a registry of its own', () => {
  expect(packages.length).toBeGreaterThan(400)
  expect(namesWhere(({ integrity }) => !integrity.startsWith('sha512-'))).toEqual([])
  expect(namesWhere(({ resolved }) => resolved !== undefined)).toEqual([])
})

test('of the packages that would run a script at installation, each is allowed or forbidden by name', () => {
  // fsevents is for macOS alone and comes compiled.
  const scripted = namesWhere(({ hasInstallScript }) => hasInstallScript)
  expect(scripted.filter((name) => name !== 'fsevents')).toEqual(
    Object.keys(manifest.allowScripts).sort(),
  )
  // Node.js itself comes by such a script; nothing else needs one.
  const allowed = Object.entries(manifest.allowScripts).filter(([, isAllowed]) => isAllowed)
  expect(allowed).toEqual([['node', true]])
})

test('every licence is one that the documents name', () => {
  const licences = [...new Set(packages.map(({ license }) => license))].sort()
  const documented = readFileSync(join(root, 'docs/security.md'), 'utf8').replaceAll(/ +/g, ' ')
  for (const licence of licences) expect(documented).toContain(`| ${licence} |`)
})

test('the bill of materials names every package with version, licence and checksum', () => {
  const { components } = toCycloneDx(readLock(join(root, 'package-lock.json')))
  expect(components).toHaveLength(packages.length)
  expect(components.find(({ name }) => name === '@hono/node-server')).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/%40hono\/node-server@\d/),
    scope: 'required',
    licenses: [{ expression: 'MIT' }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  })
  expect(components.find(({ name }) => name === 'vitest')?.scope).toBe('excluded')
  expect(new Set(components.map((component) => component['bom-ref'])).size).toBe(packages.length)
})

let folder = ''

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

describe('advisories', () => {
  beforeEach(async ({ onTestFinished }) => {
    const temporary = await temporaryFolder()
    onTestFinished(() => temporary.remove())
    folder = temporary.path
    mkdirSync(join(folder, 'export'))
    keep({})
  })

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
})
