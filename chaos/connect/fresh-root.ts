import { cp, mkdir, symlink } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { root as project } from '../../scripts/run-command.ts'
import { makeDebian, must } from '../fresh-machine/debian.ts'

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
  'release',
])

/**
 * A fresh Debian in a folder, with what the page asks for: Node.js with npm, and the project's folder
 * after `npm install`.
 * @param mirrorInRoot where the machine in the folder finds the packages of Debian
 */
export async function makeFreshRoot(folder: string, mirrorInRoot: string) {
  await makeDebian(folder, mirrorInRoot)
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
