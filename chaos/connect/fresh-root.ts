import { globSync, readFileSync } from 'node:fs'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { root as project, run } from '../../scripts/run-command.ts'

const suite = 'bookworm'
/** Where the page says that the project's folder is. */
const projectInRoot = 'opt/aman'
/** What a copy of the project does not have; `npm install` brings the modules. */
const leftOut = new Set([
  '.git',
  '.cache',
  '.astro',
  'dist',
  'data',
  'test-results',
  'node_modules',
])

/**
 * A fresh Debian in a folder, with what the page asks for: Node.js with npm, and the project's folder
 * after `npm install`.
 * @param mirrorInRoot where the machine in the folder finds the packages of Debian
 */
export async function makeFreshRoot(folder: string, mirror: string, mirrorInRoot: string) {
  await must('debootstrap', ['--variant=minbase', suite, folder, mirror])
  await writeFile(join(folder, 'etc/apt/sources.list'), `deb ${mirrorInRoot} ${suite} main\n`)
  await writeFile(join(folder, 'etc/resolv.conf'), 'nameserver 127.0.0.1\n')
  await putNode(folder)
  const copy = join(folder, projectInRoot)
  await cp(project, copy, {
    recursive: true,
    filter: (path) => !leftOut.has(relative(project, path)),
  })
  await must('cp', ['--archive', '--reflink=auto', join(project, 'node_modules'), copy])
}

/** The Node.js that runs this, from nodejs.org, with the npm that started it. */
async function putNode(folder: string): Promise<void> {
  const npmProgram = process.env.npm_execpath
  if (npmProgram === undefined) throw new Error('start this attack with npm run prove')
  const local = join(folder, 'usr/local')
  const modules = join(local, 'lib/node_modules')
  await mkdir(modules, { recursive: true })
  await cp(process.execPath, join(local, 'bin/node'))
  await cp(resolve(npmProgram, '../..'), join(modules, 'npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
}

async function must(command: string, parameters: string[]): Promise<void> {
  const { exitCode, output } = await run(command, parameters)
  if (exitCode === 0) return
  throw new Error(`${command} failed with ${exitCode}: ${output.trim().split('\n').at(-1)}`)
}

/**
 * The mirror of Debian that this machine takes its own packages from.
 * @throws Error where there is none
 */
export function findMirror(): string {
  const files = globSync('/etc/apt/{sources.list,sources.list.d/*.{list,sources}}')
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const mirror = file.endsWith('.sources') ? mirrorOfStanzas(text) : mirrorOfLines(text)
    if (mirror !== undefined) return mirror.replace(/\/$/, '')
  }
  throw new Error(`/etc/apt names no mirror of Debian ${suite}`)
}

function mirrorOfLines(text: string): string | undefined {
  return new RegExp(`^deb (?:\\[[^\\]]*\\] )?(https?://\\S+) ${suite} .*\\bmain\\b`, 'm').exec(
    text,
  )?.[1]
}

function mirrorOfStanzas(text: string): string | undefined {
  const stanza = text
    .split(/\n\s*\n/)
    .find((one) => new RegExp(`^Suites:.*\\b${suite}(?: |$)`, 'm').test(one))
  return /^URIs: *(https?:\/\/\S+)/m.exec(stanza ?? '')?.[1]
}
