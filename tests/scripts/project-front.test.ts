import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

/*
 * The first files and commands of a new developer.
 */

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
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

test('the public workflow compares the dependencies with the export of OSV, each night too', () => {
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
  expect(compares).toContain('https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip')
  expect(compares).toContain('npm run advisories -- --from')
  expect(read('SECURITY.md')).toContain('each night')
})

const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root })

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
      const target = path === '' ? join(root, name) : join(root, dirname(name), path)
      const leads =
        existsSync(target) &&
        (anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor))
      return leads ? [] : [`${name} ${link}`]
    })
  })
  expect(broken).toEqual([])
})
