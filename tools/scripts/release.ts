import { rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { markers } from '../../hosting/setting-markers.ts'
import { pack } from './release/archive.ts'
import { assemble } from './release/assemble.ts'
import { packDebian, releasedFiles } from './release/debian.ts'
import { fetchNode } from './release/fetch-node.ts'
import { root, run, stopChildrenWithUs } from './run-command.ts'

/*
 * npm run release [-- --debian] [--arch arm64]: makes release/aman-<version>-linux-<arch>.tar.gz, and
 * with --debian a package too.
 */

const machines: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' }
const siteFolder = '.cache/release-site'

const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: process.arch },
    debian: { type: 'boolean', default: false },
  },
})

stopChildrenWithUs()
await release(values.arch)

async function release(arch: string): Promise<void> {
  const machine = machines[arch]
  if (machine === undefined) throw new Error(`--arch is one of ${Object.keys(machines).join(', ')}`)
  const { folder: target, archive } = releasedFiles(root, arch)
  rmSync(target, { recursive: true, force: true })
  const node = await fetchNode(root, arch, process.versions.node)
  await buildSite()
  const packages = await assemble(root, target, { site: join(root, siteFolder), machine, node })
  const epochSeconds = await commitSeconds()
  const checksum = await pack(target, archive, epochSeconds)
  const megabytes = (statSync(archive).size / 1e6).toFixed(1)
  console.log(`${checksum}  ${relative(root, archive)}: ${packages} packages, ${megabytes} MB`)
  if (!values.debian) return
  const file = await packDebian(root, arch, epochSeconds)
  console.log(relative(root, file))
}

async function buildSite(): Promise<void> {
  const script = [join(root, 'tools/scripts/build-site.ts'), '--if-changed', '--folder', siteFolder]
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
