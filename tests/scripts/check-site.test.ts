import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import {
  builtInSettings,
  reasonToBuild,
  recordFile,
  recordOf,
} from '../../tools/scripts/site/build-record.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)
const repository = resolve(import.meta.dirname, '../..')
const remedy =
  'Build it with `npm run build` and the settings that it needs (SITE_URL, PUBLIC_API_URL and others).\n'

let root = ''
beforeEach(async ({ onTestFinished }) => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  root = folder.path
  cpSync(join(repository, 'tools'), join(root, 'tools'), { recursive: true })
  cpSync(join(repository, 'hosting'), join(root, 'hosting'), { recursive: true })
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'src/index.astro'), 'one')
})

function build(settings: Record<string, string>): void {
  for (const name of ['.cache', 'dist']) mkdirSync(join(root, name), { recursive: true })
  writeFileSync(join(root, 'dist/index.html'), '<p>Aman</p>')
  writeFileSync(recordFile(root, 'dist'), JSON.stringify(recordOf(root, settings)))
}

/** The output of `npm run serve` before the server starts. */
function check(settings: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, ...settings }
  return run(process.execPath, ['tools/scripts/check-site.ts'], { cwd: root, env })
}

test('serve says nothing of a site that was built with the settings that it needs', async () => {
  build({ SITE_URL: 'https://www.firm.example' })
  for (const settings of [
    {},
    { SITE_URL: 'https://www.firm.example' },
    { PUBLIC_URL: 'https://aman.firm.example', TRAINING_URL: 'https://training.example' },
  ]) {
    expect(await check(settings)).toEqual({ stdout: '', stderr: '' })
  }
  expect(readFileSync(join(root, 'dist/index.html'), 'utf8')).toBe('<p>Aman</p>')
})

test('serve says in one line which setting the site was built with instead', async () => {
  build({ SITE_URL: 'https://www.firm.example' })
  expect((await check({ SITE_URL: 'https://other.example' })).stderr).toBe(
    `The site in dist/ was built with SITE_URL=https://www.firm.example, but it is https://other.example now. ${remedy}`,
  )
  expect((await check({ PUBLIC_API_URL: 'https://api.example/api' })).stderr).toBe(
    `The site in dist/ was built without PUBLIC_API_URL, but it is https://api.example/api now. ${remedy}`,
  )
})

test('serve says that the sources changed since the build, and builds nothing', async () => {
  build({})
  writeFileSync(join(root, 'src/index.astro'), 'two')
  expect((await check()).stderr).toBe(`The site in dist/ is older than its sources. ${remedy}`)
  expect(readFileSync(join(root, 'dist/index.html'), 'utf8')).toBe('<p>Aman</p>')
})

test('serve ends with one line where there is no site, and asks none of another folder', async () => {
  await expect(check()).rejects.toMatchObject({
    code: 1,
    stderr: `There is no site in dist/. ${remedy}`,
  })
  expect(await check({ SITE_DIRECTORY: '/srv/site' })).toEqual({ stdout: '', stderr: '' })
})

test('npm run serve never builds, and npm start may', () => {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  expect(scripts.preserve).toBe('node tools/scripts/check-site.ts')
  expect(scripts.prestart).toBe('node tools/scripts/build-site.ts --if-changed')
})

test('a build in a folder that cannot be written ends with one line', async () => {
  // A file where a folder should be is refused to every account, root included.
  rmSync(join(root, '.cache'), { recursive: true, force: true })
  writeFileSync(join(root, '.cache'), '')
  const building = run(process.execPath, ['tools/scripts/build-site.ts'], { cwd: root })
  await expect(building).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Cannot build the site in .+: \w+: .+\n$/),
  })
})

test('every setting that the site reads while it is built is in its record', () => {
  const used = readFileSync(join(repository, 'src/env.d.ts'), 'utf8').matchAll(/PUBLIC_\w+/g)
  expect([...used].map(([name]) => name)).toEqual(
    builtInSettings.filter((name) => name.startsWith('PUBLIC_')),
  )
})

test('a site whose security.txt has expired is built again, and serve says so', async () => {
  build({})
  const expire = (day: string) => {
    mkdirSync(join(root, 'dist/.well-known'), { recursive: true })
    const text = `Contact: mailto:a@b.example\nExpires: ${day}T00:00:00.000Z\n`
    writeFileSync(join(root, 'dist/.well-known/security.txt'), text)
  }
  expire('2126-01-31')
  expect(reasonToBuild(root, 'dist', {})).toBeUndefined()
  expire('2026-01-31')
  const reason = 'has a security.txt that expired on 2026-01-31'
  expect(reasonToBuild(root, 'dist', {})).toBe(reason)
  expect(await check()).toEqual({ stdout: '', stderr: `The site in dist/ ${reason}. ${remedy}` })
})
