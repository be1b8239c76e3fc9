import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parse } from 'yaml'
import { hasMarkers } from '../../../hosting/fill-markers.ts'
import { codeFolder } from './bundle.ts'

/** The documents of an operator: in a release all lie in one folder. */
const names = [
  'CHANGELOG.md',
  'docs/{asvs,configuration,connect-your-mail,failover,hosting,install,mailboxes,operations}.md',
  'docs/{restore,scim,security,single-sign-on,webhooks}.md',
  'hosting/{alerts.yaml,grafana.json}',
]
const folder = 'docs'

/** A link to another folder of the repository leads to a file beside the page. */
const elsewhere = /(?<=\]\()(?:docs|\.\.(?:\/\w+)?)\/(?=[^/)]+\))/g

/** @returns the text of each document of a release by the name of its file */
export function releasedDocuments(root: string): Map<string, string> {
  const files = globSync(names, { cwd: root }).sort()
  return new Map(
    files.map((name) => [
      basename(name),
      readFileSync(join(root, name), 'utf8').replaceAll(elsewhere, ''),
    ]),
  )
}

export function copyDocuments(root: string, target: string): void {
  mkdirSync(join(target, folder), { recursive: true })
  for (const [name, text] of releasedDocuments(root))
    writeFileSync(join(target, folder, name), text)
}

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
