import { join } from 'node:path'
import { readProject } from './assemble.ts'

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** The architecture of Debian for one of Node.js. */
export const architectureOf = (arch: string): string => architectures[arch] ?? arch

/**
 * The results of `npm run release` for a processor: the unpacked release, its archive, and its
 * package.
 */
export function releasedFiles(root: string, arch: string) {
  const { version } = readProject(root)
  const folder = join(root, 'release', `aman-${version}-linux-${arch}`)
  const file = `aman_${version}_${architectureOf(arch)}.deb`
  return { version, folder, archive: `${folder}.tar.gz`, package: join(root, 'release', file) }
}
