import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration } from '../../../server/core/configuration.ts'
import { needsOperator } from '../../../server/core/start-error.ts'
import { requirePrivate } from '../../../server/demo/require-private.ts'
import { freePort } from '../../support/server/free-port.ts'
import { policyFile } from '../../support/server/server.ts'
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

function databaseIn(folder: { readonly path: string }): string {
  return `file:${join(folder.path, 'aman.db')}`
}

/** To fill a demo takes seconds, and no test minds what another one did in it. */
let demoFolder: Awaited<ReturnType<typeof temporaryFolder>>
let demo: ServerProcess

async function signIn(url: string | undefined, username: string, password: string) {
  return fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
}

describe('start', () => {
  beforeAll(async () => {
    demoFolder = await temporaryFolder()
    // The language changes its texts alone, so that the tests of any demo can have this one.
    const options = ['--demo', '--locale', 'ar']
    // A demo has no load balancer to wait for.
    const environment = { DATABASE_URL: databaseIn(demoFolder), SHUTDOWN_DELAY_SECONDS: '600' }
    demo = await startServerProcess(environment, options)
  })
  afterAll(async () => {
    await demo.end('SIGTERM')
    await demoFolder.remove()
  })

  test('npm start -- --locale ar fills the demo with Arabic names, departments, subjects and reasons', async () => {
    const read = async (username: string, path: string, field: string) => {
      const { access_token } = await (await signIn(demo.url, username, 'aman-demo-2026')).json()
      const headers = { authorization: `Bearer ${access_token}` }
      const answer = await (await fetch(`${demo.url}/api${path}`, { headers })).text()
      return [...answer.matchAll(new RegExp(`"${field}":"([^"]+)"`, 'g'))].map(([, text]) => text)
    }
    const texts = await Promise.all([
      read('admin', '/admin/users', 'full_name'),
      read('admin', '/admin/users', 'department'),
      read('admin', '/admin/organizations', 'name'),
      read('employee', '/dashboard/employee', 'email_subject'),
      read('employee', '/flags/list', 'reason'),
    ])
    for (const found of texts) {
      expect(found.length).toBeGreaterThan(1)
      expect(found.filter((text) => !/^[\p{Script=Arabic}\p{M}]/u.test(text ?? ''))).toEqual([])
    }
  })

  test('npm start creates a demo that works as printed, and starts again on the same data', async () => {
    expect((await fetch(`${demo.url}/api/health`)).status).toBe(200)
    for (const [username, role] of [
      ['employee', 'employee'],
      ['lead', 'team_lead'],
      ['admin', 'super_admin'],
    ] as const) {
      const answer = await signIn(demo.url, username, 'aman-demo-2026')
      expect(await answer.json()).toMatchObject({ user_role: role })
    }
    const { stdout } = demo.output()
    expect(stdout).toContain(`is running at ${demo.url}/ar\n`)
    const key = /Bearer (\S+)'/.exec(stdout)?.[1]
    const body = /-d '(.+)'/.exec(stdout)?.[1] ?? ''
    const report = await fetch(`${demo.url}/api/scans`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    })
    expect(report.status).toBe(200)
    expect(await demo.end('SIGTERM')).toBe(0)

    const second = await startServerProcess({ DATABASE_URL: databaseIn(demoFolder) }, ['--demo'])
    expect((await fetch(`${second.url}/api/health`)).status).toBe(200)
    expect(second.output().stdout).toContain(key)
    expect(second.output().stdout).toContain('demo data is in another language')
    expect(await second.end('SIGINT')).toBe(0)
    expect(second.output().stderr).toBe('')
  })

  test.each([[['--demo', '--locale', 'fr']], [['--locale', 'ar']]])(
    'a start with %s is refused in one line that names the languages',
    async (options) => {
      await using folder = await temporaryFolder()
      const { exited, output } = await startServerProcess(
        { DATABASE_URL: databaseIn(folder) },
        options,
      )
      expect(await exited).toBe(needsOperator)
      expect(output().stderr).toMatch(/^--locale .+: en or ar\n$/)
      expect(await readdir(folder.path)).toEqual([])
    },
  )

  test('a production start has no demo and prints the first password once', async () => {
    await using folder = await temporaryFolder()
    const DATABASE_URL = databaseIn(folder)
    const first = await startServerProcess({ DATABASE_URL })
    const password = /password (\S+)/.exec(first.output().stdout)?.[1] ?? ''
    expect(password.length).toBeGreaterThan(40)
    expect((await signIn(first.url, 'admin', 'aman-demo-2026')).status).toBe(401)
    expect((await signIn(first.url, 'employee', 'aman-demo-2026')).status).toBe(401)
    const answer = await signIn(first.url, 'admin', password)
    expect(await answer.json()).toMatchObject({ user_role: 'super_admin' })
    await first.end('SIGTERM')

    const second = await startServerProcess({ DATABASE_URL })
    expect(second.output().stdout).not.toContain('shown only once')
    await second.end('SIGTERM')

    const withDemo = await startServerProcess({ DATABASE_URL }, ['--demo'])
    await fetch(`${withDemo.url}/api/health`)
    await withDemo.end('SIGTERM')
    expect(withDemo.output().stdout).toContain('there are no demo accounts')
  })

  test('a production start rejects a demo database in one line', async () => {
    const { exited, output } = await startServerProcess({ DATABASE_URL: databaseIn(demoFolder) })
    expect(await exited).toBe(needsOperator)
    expect(output().stderr).toMatch(/^This database holds the demo, .+\n$/)
    expect(output().stdout).toBe('')
  })

  test('servers that start at once on one empty file all serve the same data', async () => {
    await using folder = await temporaryFolder()
    const DATABASE_URL = databaseIn(folder)
    const servers = await Promise.all([1, 2, 3].map(() => startServerProcess({ DATABASE_URL })))
    for (const server of servers) {
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
      expect(await server.end('SIGTERM')).toBe(0)
      expect(server.output().stderr).toBe('')
    }
    const printed = servers.map(({ output }) => output().stdout).join('')
    expect(printed.match(/shown only once/g)).toHaveLength(1)
  })

  test.each([
    ['PUBLIC_URL', 'https://aman.firm.example'],
    ['TRUST_PROXY', '1'],
    ['SMTP_URL', 'smtp://mail.firm.example'],
    ['DATABASE_URL', 'postgres://aman:secret@127.0.0.1:1/aman'],
    ['HOST', '0.0.0.0'],
    ['HOST', '192.0.2.1'],
  ])('a demo with %s=%s is rejected in one line', (name, value) => {
    const start = () => requirePrivate(readConfiguration({ [name]: value }))
    expect(start).toThrow(/^The demo has published passwords and does not .+$/)
    expect(start).toThrow(name === 'HOST' ? value : name)
  })

  test('a demo with settings of production creates no data, also where a variable allows other machines', async () => {
    await using folder = await temporaryFolder()
    const { exited, output } = await startServerProcess(
      {
        DATABASE_URL: databaseIn(folder),
        PUBLIC_URL: 'https://aman.firm.example',
        ALLOW_DEMO_WITH_PUBLISHED_PASSWORDS: 'yes',
      },
      ['--demo'],
    )
    expect(await exited).toBe(needsOperator)
    expect(output().stderr).toMatch(/^The demo has published passwords .+ PUBLIC_URL .+\n$/)
    expect(output().stdout).toBe('')
    expect(await readdir(folder.path)).toEqual([])
  })

  test('a demo listens for other machines if a variable allows it', async () => {
    const server = await startServerProcess(
      {
        DATABASE_URL: databaseIn(demoFolder),
        HOST: '0.0.0.0',
        ALLOW_DEMO_WITH_PUBLISHED_PASSWORDS: 'yes',
      },
      ['--demo'],
    )
    expect(server.url).toMatch(/0\.0\.0\.0/)
    expect(await server.end('SIGTERM')).toBe(0)
  })

  test('a start without the privacy policy prints one readable line and exits with a code of its own', async () => {
    await using folder = await temporaryFolder()
    const POLICY_FILE = join(folder.path, 'none.yaml')
    const { exited, output } = await startServerProcess({ POLICY_FILE })
    expect(await exited).toBe(needsOperator)
    expect(output().stderr).toMatch(/^Cannot read the privacy policy .+\n$/)
  })

  test('a start that may succeed later ends with another code than one that needs the operator', async () => {
    await using folder = await temporaryFolder()
    for (const environment of [
      { DATABASE_URL: 'postgres://aman:secret@127.0.0.1:1/aman' },
      // An address for documents, which this machine lacks.
      { DATABASE_URL: databaseIn(folder), HOST: '192.0.2.1' },
    ]) {
      const { exited, output } = await startServerProcess(environment)
      expect(await exited).toBe(1)
      expect(output().stderr).toMatch(/^Cannot (?:open|listen) .+\n$/)
    }
  })

  test.skipIf(process.platform === 'win32')(
    'a SIGTERM to npm start ends the server too, although the shell between them forwards no signals',
    async () => {
      await using folder = await temporaryFolder()
      const shell = spawn('sh', ['-c', 'node server/main.ts; true'], {
        env: {
          ...process.env,
          PORT: '0',
          POLICY_FILE: policyFile,
          DATABASE_URL: databaseIn(folder),
          npm_lifecycle_event: 'serve',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const lines: string[] = []
      for await (const line of createInterface({ input: shell.stdout })) {
        if (line.includes('http://')) shell.kill('SIGTERM')
        lines.push(line)
      }
      // The pipe closes when no process holds it any more.
      expect(lines.at(-1)).toContain('stopped')
    },
  )

  test('a site that is too large for memory ends the start in one line', async () => {
    await using folder = await temporaryFolder()
    const site = join(folder.path, 'site')
    await mkdir(site)
    await writeFile(join(site, 'index.html'), '')
    await truncate(join(site, 'index.html'), 200_000_001)
    const environment = { DATABASE_URL: databaseIn(folder), SITE_DIRECTORY: site }
    const { exited, output } = await startServerProcess(environment)
    expect(await exited).toBe(needsOperator)
    expect(output().stderr).toMatch(/^The site in .+ is larger than 200 MB, .+\n$/)
  })
})

const root = join(import.meta.dirname, '../../..')
const probe = `--import=${pathToFileURL(join(root, 'tests/support/mail/report-prototype.ts'))}`
const closed = '{"isOpen":false}'
const commands = globSync('server/cli/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('/command.ts'))
  .sort()
const threads = globSync('server/**/*-worker.ts', { cwd: root }).sort()

test('nothing can be added in the server to what all objects inherit', async () => {
  await using folder = await temporaryFolder()
  const environment = { DATABASE_URL: `file:${join(folder.path, 'aman.db')}` }
  const server = await startServerProcess({ ...environment, NODE_OPTIONS: probe })
  expect(server.url).toBeDefined()
  expect(await server.end('SIGTERM')).toBe(0)
  expect(server.output().stderr).toBe(closed)
})

test('nothing can be added in a command to what all objects inherit', async () => {
  await using folder = await temporaryFolder()
  const env = {
    ...process.env,
    DATABASE_URL: `file:${join(folder.path, 'missing.db')}`,
    // Finds no other server, also while a demo runs.
    PORT: String(await freePort()),
  }
  const run = promisify(execFile)(process.execPath, [probe, 'server/cli/backup.ts'], {
    cwd: root,
    env,
  })
  await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining(closed) })
})

test.each(threads)(
  'nothing can be added in the thread %s to what all objects inherit',
  async (file) => {
    const thread = new Worker(join(root, file), { execArgv: [probe] })
    thread.postMessage({ id: 1, password: 'a long and calm river', known: [] })
    const [said] = await once(thread, 'message')
    await thread.terminate()
    expect(said).toEqual({ isOpen: false })
  },
)

test('this comes before all other code of the server', () => {
  const starts = ['server/main.ts', 'server/cli/aman/aman.ts', ...commands, ...threads]
  expect(starts.length).toBeGreaterThan(7)
  for (const file of starts) {
    const path = relative(join(root, file, '..'), join(root, 'server/core/closed-prototype.ts'))
    const name = path.startsWith('.') ? path : `./${path}`
    expect(readFileSync(join(root, file), 'utf8'), file).toMatch(new RegExp(`^import '${name}'\n`))
  }
})
