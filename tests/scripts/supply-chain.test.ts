import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { root } from '../../tools/scripts/run-command.ts'
import { type LockedPackage, readLock, toCycloneDx } from '../../tools/scripts/supply-chain/lock.ts'

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
