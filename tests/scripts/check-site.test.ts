import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  builtInSettings,
  reasonToBuild,
  recordFile,
  recordOf,
} from '../../tools/scripts/site/build-record.ts'
import { requirementsOfRun } from '../../tools/scripts/test-reports.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)
const repository = resolve(import.meta.dirname, '../..')
const remedy =
  'Build it with `npm run build` and the settings that it needs (SITE_URL, PUBLIC_API_URL and others).\n'

let root = ''

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

describe('check site', () => {
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
})

describe('a run', { tags: ['A302'] }, () => {
  const vitest = (...tests: [tags: string[], status: string][]) =>
    JSON.stringify({
      testResults: [
        {
          status: 'passed',
          assertionResults: tests.map(([tags, status]) => ({ tags, status })),
        },
      ],
    })
  const playwright = (expectedStatus: string, status: string) =>
    JSON.stringify({
      suites: [
        {
          title: 'a.spec.ts',
          specs: [],
          suites: [
            {
              title: 'group',
              specs: [{ tags: ['R001', 'R002', 'firefox'], tests: [{ expectedStatus, status }] }],
            },
          ],
        },
      ],
    })

  test('proves what tests that passed are tagged with', () => {
    const report = vitest(
      [['R001', 'R002'], 'passed'],
      [['R003'], 'failed'],
      [['R005', 'R006'], 'pending'],
    )
    const { passed, skipped } = requirementsOfRun(report)
    expect([...passed]).toEqual(['R001', 'R002'])
    expect([...skipped]).toEqual(['R005', 'R006'])
    const browser = requirementsOfRun(playwright('passed', 'expected'))
    expect([...browser.passed]).toEqual(['R001', 'R002'])
  })

  test.each([
    ['failed', 'passed', 'unexpected'],
    ['passed at the second try only', 'passed', 'flaky'],
    ['failed as expected', 'failed', 'expected'],
    ['was skipped', 'skipped', 'skipped'],
  ])('proves nothing by a browser test that %s', (_, expectedStatus, status) => {
    const { passed, skipped } = requirementsOfRun(playwright(expectedStatus, status))
    expect(passed.size).toBe(0)
    expect(skipped.size).toBe(status === 'skipped' ? 2 : 0)
  })

  test('proves nothing without a report', () => {
    for (const report of [undefined, '{']) expect(requirementsOfRun(report).passed.size).toBe(0)
  })
})

/*
 * The first files and commands of a new developer.
 */

const rootProjectFront = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(rootProjectFront, path), 'utf8')
const texts = v.record(v.string(), v.string())
const { scripts, dependencies } = v.parse(
  v.object({ scripts: texts, dependencies: texts }),
  JSON.parse(read('package.json')),
)

test('the README has at most 700 words and gives the two commands as they are', () => {
  const readme = read('README.md')
  expect(readme.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(700)
  expect(readme).toContain('```sh\nnpm install && npm start\n```')
  expect(readme).toContain('```sh\nnpm install && npm test\n```')
})

test('the document of commands lists each script of package.json, and no others', () => {
  const rows = read('docs/commands.md').matchAll(/^- `npm (?:run (?:--silent )?)?([\w:-]+)/gm)
  const listed = new Set([...rows].map(([, name]) => name))
  const isHook = (name: string) =>
    name === 'postinstall' || (name.startsWith('pre') && scripts[name.slice(3)] !== undefined)
  const isFormerName = (name: string) => scripts[name]?.startsWith('npm run ')
  const current = Object.keys(scripts).filter((name) => !isHook(name) && !isFormerName(name))
  expect([...listed].sort()).toEqual(current.sort())
})

test('a version manager picks the Node.js that npm installs', () => {
  expect(read('.node-version').trim()).toBe(dependencies.node)
})

test('the public workflow calls .ci/run, pins its actions to commits and reads no secrets', () => {
  const workflow = read('.github/workflows/ci.yml')
  expect(workflow).toContain('run: .ci/run\n')
  expect(workflow).not.toContain('secrets')
  const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action)
  expect(actions.length).toBeGreaterThan(0)
  for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40}$/)
})

test('the public workflow compares the dependencies with known advisories, each night too', () => {
  const { on, jobs } = v.parse(
    v.object({
      on: v.object({ schedule: v.array(v.object({ cron: v.string() })) }),
      jobs: v.record(
        v.string(),
        v.object({
          if: v.optional(v.string()),
          steps: v.array(v.object({ run: v.optional(v.string(), '') })),
        }),
      ),
    }),
    parse(read('.github/workflows/ci.yml')),
  )
  expect(on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }])
  const compares = jobs.advisories?.steps.map(({ run }) => run).join('\n')
  expect(jobs.advisories?.if).toBeUndefined()
  expect(compares).toContain('npm audit --omit=dev')
  expect(read('SECURITY.md')).toContain('each night')
})

const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: rootProjectFront })

/** Anchors of a document as GitHub makes them from its headings. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('each link in a document leads to a file, and to a heading where it names one', () => {
  const broken = documents.flatMap((name) => {
    const links = [...read(name).matchAll(/\]\((?!\w+:)([^)#]*)(?:#([^)]*))?\)/g)]
    return links.flatMap(([link, path = '', anchor]) => {
      const target =
        path === '' ? join(rootProjectFront, name) : join(rootProjectFront, dirname(name), path)
      const leads =
        existsSync(target) &&
        (anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor))
      return leads ? [] : [`${name} ${link}`]
    })
  })
  expect(broken).toEqual([])
})
