import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { machine } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { readInstalled, toCycloneDx } from '../supply-chain/lock.ts'
import { writeChecksums } from './archive.ts'
import {
  bundleServer,
  compileServer,
  licencesOf,
  packagesIn,
  packagesOfSite,
  wrapServer,
} from './bundle.ts'
import { copyDataFiles, copyDocuments, copyPrograms, copySite } from './copy-files.ts'
import type { NodeFiles } from './fetch-node.ts'

/** The package of npm that brings the program `node`. */
const nodePackage = 'node_modules/node'

interface Parts {
  /** The folder of a site that was built without settings. */
  readonly site: string
  /** The output of `uname -m` on machines that the release is for. */
  readonly machine: string
  readonly node: NodeFiles
}

export function readProject(root: string): { name: string; version: string } {
  const project = v.object({ name: v.string(), version: v.string() })
  return v.parse(project, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
}

/** Puts all that a release has into a new folder. @returns the number of its packages */
export async function assemble(root: string, target: string, parts: Parts): Promise<number> {
  mkdirSync(target, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(target, name), `${text}\n`)
  copySite(parts.site, target)
  const bundle = await bundleServer(root, target)
  wrapServer(target)
  copyDataFiles(root, target)
  copyDocuments(root, target)
  copyPrograms(root, target, parts.machine, parts.node.program)
  const installed = readInstalled(join(root, 'package-lock.json'))
  const places = new Set([...packagesIn(bundle), ...packagesOfSite(root, installed), nodePackage])
  const packages = installed.filter(({ place }) => places.has(place))
  const project = readProject(root)
  write('licences.txt', licencesOf(root, packages, { [nodePackage]: parts.node.licence }))
  write('bill-of-materials.json', JSON.stringify(toCycloneDx({ ...project, packages }), null, 2))
  write('package.json', JSON.stringify({ ...project, type: 'module' }))
  // V8's compiled code is for one kind of processor.
  if (parts.machine === machine()) await compileServer(target)
  await writeChecksums(target)
  return packages.length
}
