import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

let folder = ''
beforeEach(async ({ onTestFinished }) => {
  const temporary = await temporaryFolder()
  onTestFinished(() => temporary.remove())
  folder = temporary.path
  keep({})
})

function write(name: string, content: unknown): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** Writes a lock file with these folders of packages; the project imports `direct`. */
function lock(direct: string[], packages: Record<string, object>): void {
  const dependencies = Object.fromEntries(direct.map((name) => [name, '*']))
  const project = { name: 'shop', version: '1.0.0', dependencies }
  write('package-lock.json', {
    name: 'shop',
    version: '1.0.0',
    packages: { '': project, ...packages },
  })
}

function lockOne(version: string): void {
  lock(['parser'], { 'node_modules/parser': { version } })
}

const flawed = {
  id: 'GHSA-1111-1111-1111',
  aliases: [],
  package: 'parser',
  severity: 'high',
  ranges: [[{ introduced: '1.0.0' }, { fixed: '1.4.0' }]],
  versions: [],
  reviewed: '2026-01-05',
}

function keep(changes: {
  advisories?: object[]
  exceptions?: object[]
  exportRead?: string
}): void {
  write('kept.json', { exportRead: null, exceptions: [], advisories: [flawed], ...changes })
}

const keepRanges = (...ranges: object[][]) => keep({ advisories: [{ ...flawed, ranges }] })
const kept = (): { exportRead: string | null; advisories: { id: string; reviewed: string }[] } =>
  JSON.parse(readFileSync(join(folder, 'kept.json'), 'utf8'))

/** `npm run advisories -- …` on the files of the test. */
async function compare(...more: string[]): Promise<{ code: number; output: string }> {
  const files = ['--lock', 'package-lock.json', '--kept', 'kept.json']
  try {
    const script = join(root, 'tools/scripts/advisories.ts')
    const { stdout } = await run(process.execPath, [script, ...files, ...more], { cwd: folder })
    return { code: 0, output: stdout }
  } catch (error) {
    if (!(error instanceof Error && 'stdout' in error && 'stderr' in error)) throw error
    const code = 'code' in error ? Number(error.code) : Number.NaN
    return { code, output: `${error.stdout}${error.stderr}` }
  }
}

const codeFor = async (version: string) => {
  lockOne(version)
  return (await compare()).code
}

test('scim-patch 0.8.3 fails by the kept advisories, and 0.9.2 passes', async () => {
  const own = ['--kept', join(root, 'tools/scripts/supply-chain/advisories.json')]
  lock(['scim-patch'], { 'node_modules/scim-patch': { version: '0.8.3' } })
  const { code, output } = await compare(...own)
  expect(code).toBe(1)
  expect(output).toContain('scim-patch 0.8.3: GHSA-9m6g-wc8r-q59c (critical), fixed in 0.9.1\n')
  expect(output).toContain('scim-patch 0.8.3: GHSA-2mhw-wcx5-v3xj (moderate), fixed in 0.9.2\n')
  expect(output).toContain('  comes in by scim-patch\n')
  lock(['scim-patch'], { 'node_modules/scim-patch': { version: '0.9.2' } })
  expect(await compare(...own)).toMatchObject({ code: 0 })
})

test('a nested copy is found with the way by which it comes in', async () => {
  lock(['site', 'parser'], {
    'node_modules/site': { version: '3.0.0', dependencies: { builder: '^2' } },
    'node_modules/builder': { version: '2.0.0', optionalDependencies: { parser: '^1' } },
    'node_modules/builder/node_modules/parser': { version: '1.3.9', optional: true },
    'node_modules/parser': { version: '2.0.0' },
  })
  const { code, output } = await compare()
  expect(code).toBe(1)
  expect(output).toBe(`parser 1.3.9: GHSA-1111-1111-1111 (high), fixed in 1.4.0
  comes in by site > builder > parser
4 production packages compared with the known advisories (1); OSV's export has not been read yet
`)
})

test('an alias is compared under the name of its package', async () => {
  lock(['reader'], { 'node_modules/reader': { name: 'parser', version: '1.0.0' } })
  const { code, output } = await compare()
  expect(code).toBe(1)
  expect(output).toContain('parser 1.0.0: ')
  expect(output).toContain('  comes in by reader\n')
})

test('packages for development alone are not compared, those that production may have are', async () => {
  lock([], { 'node_modules/parser': { version: '1.0.0', dev: true } })
  expect(await compare()).toMatchObject({ code: 0 })
  lock([], { 'node_modules/parser': { version: '1.0.0', devOptional: true } })
  const { code, output } = await compare()
  expect(code).toBe(1)
  expect(output).toContain('  comes in by node_modules/parser\n')
})

test('pre-releases stand before their release', async () => {
  expect(await codeFor('1.0.0-beta.1')).toBe(0)
  expect(await codeFor('1.4.0-rc.2')).toBe(1)
  expect(await codeFor('1.4.0')).toBe(0)
  keepRanges([{ introduced: '0' }, { fixed: '1.4.0-rc.10' }])
  expect(await codeFor('0.0.0-alpha')).toBe(1)
  expect(await codeFor('1.4.0-rc.9')).toBe(1)
  expect(await codeFor('1.4.0-rc.10')).toBe(0)
})

test('a range ends after its last affected version, and may begin again', async () => {
  keepRanges([
    { introduced: '2.0.0' },
    { last_affected: '2.3.0' },
    { introduced: '1.0.0' },
    { fixed: '1.10.0' },
  ])
  const affected = { '0.9.0': 0, '1.9.0': 1, '1.10.0': 0, '2.0.0': 1, '2.3.0': 1, '2.3.1': 0 }
  for (const [version, code] of Object.entries(affected)) {
    expect([version, await codeFor(version)]).toEqual([version, code])
  }
  lockOne('2.1.0')
  expect((await compare()).output).toContain('(high), no fixed version is known\n')
})

test('a single version is affected without a range', async () => {
  keep({ advisories: [{ ...flawed, ranges: [], versions: ['6.6.6'] }] })
  expect(await codeFor('6.6.6')).toBe(1)
  expect(await codeFor('6.6.7')).toBe(0)
})

const exception = { id: flawed.id, package: 'parser', reason: 'We call no parser.' }

test('an exception holds with its reason until its end, and for its advisory alone', async () => {
  lockOne('1.0.0')
  const exceptions = [{ ...exception, ends: '2999-12-31' }]
  keep({ exceptions })
  const { code, output } = await compare()
  expect(code).toBe(0)
  expect(output).toContain('  accepted until 2999-12-31: We call no parser.\n')
  keep({ exceptions, advisories: [flawed, { ...flawed, id: 'GHSA-2222-2222-2222' }] })
  expect(await compare()).toMatchObject({ code: 1 })
})

test('an exception that has ended fails, even if nothing needs it', async () => {
  const ended = `The exception for ${flawed.id} in parser ended on 2026-01-31`
  keep({ exceptions: [{ ...exception, ends: '2026-01-31' }] })
  lockOne('1.0.0')
  const inUse = await compare()
  expect(inUse.code).toBe(1)
  expect(inUse.output).toContain(ended)
  expect(inUse.output).not.toContain('accepted')
  lockOne('1.4.0')
  const unused = await compare()
  expect(unused.code).toBe(1)
  expect(unused.output).toContain(ended)
})

test('an exception needs a reason and a date', async () => {
  lockOne('1.4.0')
  keep({ exceptions: [{ ...exception, ends: '2999-12-31', reason: ' ' }] })
  expect(await compare()).toEqual({
    code: 2,
    output: 'kept.json: exceptions.0.reason: a reason is needed\n',
  })
  keep({ exceptions: [{ ...exception, ends: 'later' }] })
  expect(await compare()).toEqual({
    code: 2,
    output: 'kept.json: exceptions.0.ends: a date such as 2027-01-31 is needed\n',
  })
})

/** A record as OSV exports it. */
function record(id: string, changes: object = {}) {
  const affected = [
    {
      package: { ecosystem: 'npm', name: 'parser' },
      ranges: [
        { type: 'GIT', repo: 'a', events: [{ introduced: '0' }] },
        { type: 'SEMVER', events: [{ introduced: '3.0.0' }, { fixed: '3.1.0' }] },
      ],
    },
    { package: { ecosystem: 'PyPI', name: 'parser' }, versions: ['4.0.0'] },
  ]
  return { id, affected, database_specific: { severity: 'LOW' }, ...changes }
}

const ofOther = record('GHSA-9999-9999-9999', {
  affected: [{ package: { ecosystem: 'npm', name: 'elsewhere' } }],
})
const lines = [record('GHSA-3333-3333-3333'), ofOther].map((it) => JSON.stringify(it))

test.for([
  ['a folder', 'export/deeper/one.json', lines[0], 'export'],
  ['a file', 'export.json', `[${lines.join()}]`, 'export.json'],
  ['a file with lines', 'export.jsonl', `${lines.join('\n')}\n`, 'export.jsonl'],
] as const)('the export of OSV is read from %s', async ([, name, content, from]) => {
  write(name, content)
  lockOne('3.0.5')
  expect(await compare()).toMatchObject({ code: 0 })
  const { code, output } = await compare('--from', from)
  expect(code).toBe(1)
  expect(output).toContain('parser 3.0.5: GHSA-3333-3333-3333 (low), fixed in 3.1.0\n')
  expect(kept().advisories).toEqual([flawed])
})

test('what the export says of locked packages is kept, for other versions too', async () => {
  const removed = { ...flawed, id: 'GHSA-4444-4444-4444' }
  const others = { ...flawed, id: 'GHSA-5555-5555-5555', package: 'former' }
  keep({ advisories: [flawed, removed, others] })
  write('export/new.json', record('GHSA-3333-3333-3333'))
  write('export/withdrawn.json', record(removed.id, { withdrawn: '2026-02-01T00:00:00Z' }))
  write('export/other.json', ofOther)
  lockOne('4.0.0')
  expect(await compare('--from', 'export', '--write')).toMatchObject({ code: 0 })
  const ids = kept().advisories.map(({ id }) => id)
  expect(ids).toEqual(['GHSA-5555-5555-5555', 'GHSA-1111-1111-1111', 'GHSA-3333-3333-3333'])
  expect(kept().exportRead).toMatch(/^\d{4}-\d\d-\d\d$/)
  lockOne('3.0.9')
  const downgraded = await compare()
  expect(downgraded.code).toBe(1)
  expect(downgraded.output).toContain('parser 3.0.9: GHSA-3333-3333-3333 (low)')
  expect(downgraded.output).toContain(`OSV's export was read on ${kept().exportRead}`)
})

test('an entry keeps the date of its review until the export changes it', async () => {
  const [affected] = record('').affected
  const exported = { ...affected, ranges: [{ type: 'SEMVER', events: flawed.ranges[0] }] }
  const same = record(flawed.id, {
    affected: [exported],
    database_specific: { severity: 'HIGH' },
  })
  lockOne('4.0.0')
  write('export.json', same)
  expect(await compare('--from', 'export.json', '--write')).toMatchObject({ code: 0 })
  expect(kept().advisories).toEqual([flawed])
  write('export.json', { ...same, aliases: ['CVE-2026-1'] })
  expect(await compare('--from', 'export.json', '--write')).toMatchObject({ code: 0 })
  expect(kept().advisories[0]?.reviewed).toBe(kept().exportRead)
})

const ofPython = record('GHSA-8888-8888-8888', {
  affected: [{ package: { ecosystem: 'PyPI', name: 'parser' } }],
})
const withRange = (events: object[]) =>
  record('GHSA-3333-3333-3333', {
    affected: [
      { package: { ecosystem: 'npm', name: 'parser' }, ranges: [{ type: 'SEMVER', events }] },
    ],
  })

test.for([
  ['export.json', '<html>', 'export.json is not JSON'],
  ['export.jsonl', `${lines[0]}\n{`, 'export.jsonl, line 2, is not JSON'],
  ['export/page.json', '{ "packages": 1 }', 'export/page.json: id: '],
  ['export/text.txt', 'text', 'export has no JSON file'],
  ['missing', undefined, 'missing cannot be read: ENOENT'],
  ['empty.json', '[]', 'empty.json has no advisory of npm'],
  ['python.json', ofPython, 'python.json has no advisory of npm'],
  ['version.json', withRange([{ introduced: 'one' }]), "'one' is not a version"],
  ['range.json', withRange([{ fixed: '1.0.0' }]), 'a range needs an event with introduced'],
] as const)('the export %s is refused and changes nothing', async ([name, content, problem]) => {
  if (content !== undefined) write(name, content)
  lockOne('4.0.0')
  const { code, output } = await compare('--from', name.replace(/\/.*/, ''), '--write')
  expect(code).toBe(2)
  expect(output).toContain(problem)
  expect(output).not.toContain('    at ')
  expect(kept()).toMatchObject({ exportRead: null, advisories: [flawed] })
})

test('a lock file, a kept file and options that cannot be used are named', async () => {
  const problemOf = async (...options: string[]) => {
    const { code, output } = await compare(...options)
    expect(code).toBe(2)
    return output
  }
  expect(await problemOf()).toMatch(/^package-lock.json cannot be read: ENOENT/)
  write('package-lock.json', '{ "name": "shop", "version": "1.0.0" }')
  expect(await problemOf()).toMatch(/^package-lock.json: packages: /)
  lock(['parser'], { 'node_modules/parser': {} })
  expect(await problemOf()).toContain('no version of node_modules/parser')
  lockOne('1.0.0')
  keep({ advisories: [{ ...flawed, severity: 'grave' }] })
  expect(await problemOf()).toMatch(/^kept.json: advisories.0.severity: /)
  keep({})
  expect(await problemOf('--write')).toMatch(/^--write needs --from\nUsage: /)
  expect(await problemOf('--form', 'x')).toContain('Usage: npm run advisories')
})
