import { spawn } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { expect, test, vi } from 'vitest'
import { watchFiles } from '../../scripts/dev/watch-files.ts'
import { copyProject } from '../support/server/copy-project.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Runs `npm run dev` as npm does, in a shell that does not pass signals on. */
function startDev(root: string) {
  const shell = spawn('sh', ['-c', 'node scripts/dev.ts; true'], {
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
    lines,
    async end() {
      shell.kill('SIGTERM')
      await expect.poll(() => isClosed.mock.calls.length, { timeout: 20_000 }).toBe(1)
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

test('npm run dev sees every save: in place, by rename again and again, a new file, a removal', {
  tags: ['A271'],
}, async () => {
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

test('npm run dev restarts the server after each save of a file that it consists of', {
  tags: ['A271'],
}, async () => {
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
  await using dev = startDev(folder.path)
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

test('npm run dev shows a mistake in a content file instead of the page, and ends with npm', {
  tags: ['A272', 'A273'],
  timeout: 90_000,
}, async () => {
  await using folder = await copyProject()
  await using dev = startDev(folder.path)
  const address = /Local\s+(http\S+)/
  // Astro starts without its caches.
  await expect
    .poll(() => dev.lines, { timeout: 60_000 })
    .toContainEqual(expect.stringMatching(address))
  await expect.poll(() => dev.lines).toContainEqual(expect.stringMatching(/^server/))
  writeFileSync(join(folder.path, 'src/content/faq.yaml'), 'questions: "<b>none"\n')
  const site = address.exec(dev.lines.join('\n'))?.[1] ?? ''
  const page = await fetch(site, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(500)
  expect(await page.text()).toContain('src/content/faq.yaml needs a correction')
  if (existsSync('/proc/self/environ')) expect(processesWith(folder.path)).not.toEqual([])
  await dev.end()
  expect(processesWith(folder.path)).toEqual([])
})
