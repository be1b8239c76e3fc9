import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { hasMarkers } from '../../../hosting/fill-markers.ts'
import { codeFolder } from './bundle.ts'

/** Files that the server reads while it runs, in the places where its code expects them. */
const dataFiles = [
  'server/**/*.{yaml,txt}',
  '{contract,judge}/**/*.words.yaml',
  'src/content/privacy-policy*.yaml',
]
const programFiles = [
  'aman',
  'aman.service',
  'aman-backup.service',
  'aman-backup.timer',
  'Containerfile',
  'mail.Containerfile',
  'compose.yaml',
]

export function copyDataFiles(root: string, target: string): void {
  for (const name of globSync(dataFiles, { cwd: root })) {
    mkdirSync(dirname(join(target, name)), { recursive: true })
    if (/\.words\.yaml$|^src\/content\//.test(name))
      writeAsJson(join(root, name), join(target, name))
    else cpSync(join(root, name), join(target, name))
  }
}

/** Words and policies that are JSON are read faster (see parse-words.ts). */
function writeAsJson(from: string, to: string): void {
  writeFileSync(to, JSON.stringify(parse(readFileSync(from, 'utf8'))))
}

/** The site that was built without settings; the server compresses what it fills in. */
export function copySite(site: string, target: string): void {
  cpSync(site, join(target, 'dist'), { recursive: true })
  for (const name of globSync('**/*.{html,txt,xml}', { cwd: site })) {
    if (!hasMarkers(readFileSync(join(site, name)))) continue
    for (const ending of ['br', 'gz'])
      rmSync(join(target, 'dist', `${name}.${ending}`), { force: true })
  }
}

/** Copies the programs that start it, and the one that says which machine it is for. */
export function copyPrograms(root: string, target: string, machine: string, node: string): void {
  mkdirSync(join(target, 'bin'), { recursive: true })
  cpSync(node, join(target, 'bin/node'), { dereference: true })
  cpSync(join(root, 'hosting/release/run.cjs'), join(target, codeFolder, 'run.cjs'))
  for (const name of programFiles) {
    cpSync(join(root, 'hosting/release', name), join(target, name))
  }
  for (const program of ['bin/node', 'aman']) chmodSync(join(target, program), 0o755)
  writeFileSync(join(target, 'machine'), `${machine}\n`)
}
