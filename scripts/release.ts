import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { markers } from '../hosting/setting-markers.ts'
import { pack, writeChecksums } from './release/archive.ts'
import { bundleServer } from './release/bundle.ts'
import { copyDataFiles, copyPrograms, copySite } from './release/copy-files.ts'
import { licencesOf, packagesIn, packagesOfSite } from './release/licences.ts'
import { root, run, stopChildrenWithUs } from './run-command.ts'
import { toCycloneDx } from './supply-chain/cyclonedx.ts'
import { readInstalled } from './supply-chain/lock.ts'

/*
 * npm run release [-- --arch arm64 --node <file>]: makes release/aman-<version>-linux-<arch>.tar.gz. A
 * release for another processor needs the Node.js of that processor.
 */

const machines: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' }
const siteFolder = '.cache/release-site'
/** A package that only brings the file `node`. */
const nodePackage = 'node_modules/node'

const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: process.arch },
    node: { type: 'string' },
  },
})

stopChildrenWithUs()
await release(values.arch, values.node)

async function release(arch: string, node: string | undefined): Promise<void> {
  const machine = machines[arch]
  if (machine === undefined) throw new Error(`--arch is one of ${Object.keys(machines).join(', ')}`)
  if (arch !== process.arch && node === undefined) throw new Error(`--arch ${arch} needs --node`)
  const lock = join(root, 'package-lock.json')
  const installed = readInstalled(lock)
  const { name, version } = project()
  const target = join(root, 'release', `aman-${version}-linux-${arch}`)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })

  await buildSite()
  copySite(join(root, siteFolder), target)
  const bundle = await bundleServer(root, target)
  copyDataFiles(root, target)
  copyPrograms(root, target, machine, node ?? join(root, nodePackage, 'bin/node'))
  const places = new Set([...packagesIn(bundle), ...packagesOfSite(root, installed), nodePackage])
  const packages = installed.filter(({ place }) => places.has(place))
  writeFileSync(join(target, 'licences.txt'), `${licencesOf(root, packages)}\n`)
  const bill = toCycloneDx({ name, version, packages })
  writeFileSync(join(target, 'bill-of-materials.json'), `${JSON.stringify(bill, null, 2)}\n`)
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify({ name, version, type: 'module' })}\n`,
  )
  await writeChecksums(target)

  const archive = `${target}.tar.gz`
  const checksum = await pack(target, archive, await commitSeconds())
  const megabytes = (statSync(archive).size / 1e6).toFixed(1)
  console.log(
    `${checksum}  ${relative(root, archive)}\n${packages.length} packages, ${megabytes} MB`,
  )
}

function project(): { name: string; version: string } {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
}

async function buildSite(): Promise<void> {
  const script = [join(root, 'scripts/build-site.ts'), '--if-changed', '--folder', siteFolder]
  const options = { environment: { ...markers, TRAINING_URL: '' }, output: 'inherit' } as const
  const { exitCode } = await run(process.execPath, script, options)
  if (exitCode !== 0) throw new Error('The site of the release did not build')
}

/** The time of all files in the archive, by https://reproducible-builds.org/specs/source-date-epoch/. */
async function commitSeconds(): Promise<number> {
  const given = process.env.SOURCE_DATE_EPOCH
  if (given !== undefined && /^\d+$/.test(given)) return Number(given)
  const { exitCode, output } = await run('git', ['log', '-1', '--format=%ct'])
  if (exitCode !== 0) throw new Error('Set SOURCE_DATE_EPOCH: this folder is not a git repository')
  return Number(output)
}
