import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { freePorts } from '../../tools/mail-lab/free-ports.ts'
import { readPorts, watchFiles } from '../../tools/scripts/dev-ports.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Runs `npm run dev` as npm does, in a shell that does not pass signals on. */
async function startDev(root: string) {
  const [site = 0, server = 0] = await freePorts(2)
  const command = `node tools/scripts/dev.ts --port ${site} --server-port ${server}; true`
  const shell = spawn('sh', ['-c', command], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: `file:${join(root, 'aman.db')}`,
      npm_lifecycle_event: 'dev',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which a failed test ends as a whole.
    detached: true,
  })
  const lines: string[] = []
  for (const input of [shell.stdout, shell.stderr]) {
    // Astro writes colours where CI or FORCE_COLOR is set.
    createInterface({ input }).on('line', (line) => lines.push(stripVTControlCharacters(line)))
  }
  // The pipe closes when the last process that holds it has ended.
  const isClosed = vi.fn()
  shell.on('close', isClosed)
  return {
    origin: `http://127.0.0.1:${site}`,
    lines,
    async end() {
      shell.kill('SIGTERM')
      await expect.poll(() => isClosed.mock.calls.length).toBe(1)
    },
    async [Symbol.asyncDispose]() {
      if (isClosed.mock.calls.length === 0 && shell.pid) process.kill(-shell.pid, 'SIGKILL')
    },
  }
}

/** The processes that were started with this text in their environment; only Linux tells. */
function processesWith(text: string): string[] {
  return globSync('/proc/[0-9]*/environ').filter((path) => {
    try {
      return readFileSync(path, 'utf8').includes(text)
    } catch {
      return false
    }
  })
}

test('npm run dev sees every save: in place, by rename again and again, a new file, a removal', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'server/main.ts')
  mkdirSync(join(folder.path, 'server'))
  writeFileSync(path, 'one')
  const onChange = vi.fn()
  const stop = watchFiles(folder.path, ['server/**/*.ts'], onChange, 10)
  const saves = [
    () => writeFileSync(path, 'in place'),
    ...['first', 'other', 'third'].map((text) => () => {
      writeFileSync(`${path}~`, text)
      renameSync(`${path}~`, path)
    }),
    () => writeFileSync(join(folder.path, 'server/new.ts'), ''),
    () => rmSync(join(folder.path, 'server/new.ts')),
  ]
  for (const [index, save] of saves.entries()) {
    save()
    await expect.poll(() => onChange.mock.calls.length).toBe(index + 1)
  }
  stop()
})

test('npm run dev restarts the server after each save of a file that it consists of', async () => {
  await using folder = await copyProject()
  const save = (name: string, text: string) => {
    const path = join(folder.path, name)
    writeFileSync(`${path}~`, text)
    renameSync(`${path}~`, path)
  }
  const main = (text: string) => `import '../contract/new.ts'
    console.log('${text}')
    setInterval(() => {}, 1000)`
  save('contract/new.ts', '')
  save('server/main.ts', main('first server'))
  await using dev = await startDev(folder.path)
  await expect.poll(() => dev.lines).toContain('server | first server')
  save('server/main.ts', main('second server'))
  await expect.poll(() => dev.lines).toContain('server | second server')
  save('server/main.ts', 'throw new Error()')
  await expect.poll(() => dev.lines).toContainEqual(expect.stringContaining('ended with code 1'))
  save('server/main.ts', main('third server'))
  await expect.poll(() => dev.lines).toContain('server | third server')
  save('contract/new.ts', "console.log('changed contract')")
  await expect.poll(() => dev.lines).toContain('server | changed contract')
})

test('npm run dev does not start at a port that is in use, and names the option', async () => {
  const [site = 0, server = 0] = await freePorts(2)
  await using taken = createServer().listen(server, '127.0.0.1')
  await once(taken, 'listening')
  const options = ['--port', String(site), '--server-port', String(server)]
  const ended = await new Promise((resolve) => {
    execFile('node', ['tools/scripts/dev.ts', ...options], (error, stdout, stderr) => {
      resolve({ code: error?.code, stdout, stderr })
    })
  })
  expect(ended).toEqual({
    code: 1,
    stdout: '',
    stderr: `Port ${server} of the server is in use. Choose another one: npm run dev -- --server-port <port>\n`,
  })
})

test.each([
  [[], { site: 4321, server: 4322 }],
  [['--port', '5000'], { site: 5000, server: 5001 }],
  [['--server-port=5000'], { site: 4321, server: 5000 }],
  [['--port', '65535', '--server-port', '1'], { site: 65_535, server: 1 }],
])('npm run dev with %j takes the ports %j', (options, ports) => {
  expect(readPorts(options)).toEqual(ports)
})

test.each([
  [['--port', 'http'], "--port must be a whole number from 1 to 65535, not 'http'."],
  [['--port', '0'], "--port must be a whole number from 1 to 65535, not '0'."],
  [['--port', ''], "--port must be a whole number from 1 to 65535, not ''."],
  [['--port', '65536'], "--port must be a whole number from 1 to 65535, not '65536'."],
  [['--port', '65535'], "--server-port must be a whole number from 1 to 65535, not '65536'."],
  [['--port', '4322', '--server-port', '4322'], '--port and --server-port are both 4322.'],
  [['5000'], 'Usage: npm run dev -- --port <port> --server-port <port>'],
  [['--prot', '5000'], 'Usage: npm run dev -- --port <port> --server-port <port>'],
])('npm run dev refuses %j', (options, reason) => {
  expect(() => readPorts(options)).toThrow(reason)
})

test('npm run dev passes calls on to the server, shows a mistake in a content file instead of the page, and ends with npm', async () => {
  await using folder = await copyProject()
  await using dev = await startDev(folder.path)
  // Astro starts without its caches.
  await expect
    .poll(() => dev.lines, { timeout: 60_000 })
    .toContainEqual(expect.stringMatching(/Local\s+http/))
  await expect.poll(() => dev.lines).toContainEqual(expect.stringMatching(/^server/))
  const health = () => fetch(`${dev.origin}/api/health`)
  await expect.poll(async () => (await health()).status).toBe(200)
  writeFileSync(join(folder.path, 'src/content/faq.yaml'), 'questions: "<b>none"\n')
  const page = await fetch(dev.origin, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(500)
  expect(await page.text()).toContain('src/content/faq.yaml needs a correction')
  if (existsSync('/proc/self/environ')) expect(processesWith(folder.path)).not.toEqual([])
  await dev.end()
  expect(processesWith(folder.path)).toEqual([])
})

/** Runs the end of `npm install` in a copy of the project. */
function afterInstall(folder: string) {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return spawnSync('sh', ['-c', scripts.postinstall], { cwd: folder, encoding: 'utf8' })
}

describe('npm install', () => {
  test('writes the types that tsconfig.json includes, and says nothing', async () => {
    await using folder = await copyProject()
    expect(afterInstall(folder.path)).toMatchObject({ status: 0, stdout: '', stderr: '' })
    const included = '.astro/types.d.ts'
    expect(readFileSync(join(folder.path, 'tsconfig.json'), 'utf8')).toContain(included)
    expect(readFileSync(join(folder.path, included), 'utf8')).toContain('content.d.ts')
    expect(existsSync(join(folder.path, '.astro/content.d.ts'))).toBe(true)
  })

  test('does not fail on a mistake in a content file, but names it', async () => {
    await using folder = await copyProject()
    writeFileSync(join(folder.path, 'src/content/faq.yaml'), 'questions: "<b>none"\n')
    const { status, stderr } = afterInstall(folder.path)
    expect(status).toBe(0)
    expect(stderr).toContain('src/content/faq.yaml')
    expect(stderr).toContain(
      'The types of Astro are missing: correct this, then run npx astro sync.',
    )
  })

  test('does nothing where development packages are left out', async () => {
    await using folder = await copyProject()
    rmSync(join(folder.path, 'node_modules/@astrojs'))
    expect(afterInstall(folder.path)).toMatchObject({ status: 0, stdout: '', stderr: '' })
    expect(existsSync(join(folder.path, '.astro'))).toBe(false)
  })
})

/** A copy of the project, with its packages linked, so that a test can change its files. */
async function copyProject() {
  const folder = await temporaryFolder()
  const settings = ['astro.config.mjs', 'package.json', 'tsconfig.json']
  for (const name of [
    ...settings,
    'build',
    'contract',
    'judge',
    'hosting',
    'public',
    'tools',
    'server',
    'src',
  ]) {
    const filter = (path: string) => !path.includes('node_modules')
    cpSync(name, join(folder.path, name), { recursive: true, filter })
  }
  mkdirSync(join(folder.path, 'node_modules'))
  // The caches of tools start with a dot and stay with their project.
  for (const name of readdirSync('node_modules')) {
    if (name.startsWith('.') && name !== '.bin') continue
    symlinkSync(resolve('node_modules', name), join(folder.path, 'node_modules', name))
  }
  return folder
}
