import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '../run-command.ts'
import { readProject } from './assemble.ts'

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** The architecture of Debian for one of Node.js. */
const architectureOf = (arch: string): string => architectures[arch] ?? arch

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

const scripts = ['preinst', 'postinst', 'prerm', 'postrm']
const units = ['aman.service', 'aman-backup.service', 'aman-backup.timer']
const settingsFile = 'etc/aman/aman.env'

/**
 * Makes a package of Debian out of an assembled release.
 * @param arch as Node.js names it
 * @returns its file
 */
export async function packDebian(
  root: string,
  arch: string,
  epochSeconds: number,
): Promise<string> {
  const { version, folder: release, package: file } = releasedFiles(root, arch)
  const tree = `${release}.debian`
  rmSync(tree, { recursive: true, force: true })
  const put = (from: string, to: string, mode: number) => {
    mkdirSync(dirname(join(tree, to)), { recursive: true })
    cpSync(from, join(tree, to), { recursive: true })
    chmodSync(join(tree, to), mode)
  }
  const own = (name: string) => join(root, 'hosting/release', name)
  put(release, 'usr/lib/aman', 0o755)
  put(own('debian/aman'), 'usr/bin/aman', 0o755)
  put(own('debian/aman.env'), settingsFile, 0o640)
  for (const unit of units) put(own(unit), `usr/lib/systemd/system/${unit}`, 0o644)
  put(join(release, 'docs'), 'usr/share/doc/aman', 0o755)
  put(join(release, 'licences.txt'), 'usr/share/doc/aman/copyright', 0o644)
  for (const name of scripts) put(own(`debian/${name}`), `DEBIAN/${name}`, 0o755)
  writeFileSync(join(tree, 'DEBIAN/conffiles'), `/${settingsFile}\n`)
  const revision = new Date(epochSeconds * 1000).toISOString().replaceAll(/\D|\d{3}Z/g, '')
  const fields = [
    `Version: ${version}-${revision}`,
    `Architecture: ${architectureOf(arch)}`,
    `Installed-Size: ${installedKilobytes(tree)}`,
  ]
  writeFileSync(join(tree, 'DEBIAN/control'), control(fields))
  const { exitCode, output } = await run(
    'dpkg-deb',
    ['--root-owner-group', '-Zgzip', '--build', tree, file],
    { environment: { SOURCE_DATE_EPOCH: String(epochSeconds) } },
  )
  rmSync(tree, { recursive: true })
  if (exitCode !== 0) throw new Error(`dpkg-deb failed: ${output}`)
  return file
}

/** As dpkg-gencontrol counts: each file in whole kilobytes, and one for each folder. */
function installedKilobytes(tree: string): number {
  const sizes = readdirSync(tree, { recursive: true, encoding: 'utf8' }).map((name) => {
    const file = statSync(join(tree, name))
    return file.isFile() ? Math.ceil(file.size / 1024) : 1
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The libraries are those that Node.js is linked with. */
function control(fields: readonly string[]): string {
  return `Package: aman
${fields.join('\n')}
Maintainer: Aman <support@aman.example>
Depends: libc6 (>= 2.28), libstdc++6, libatomic1, adduser, util-linux, dbus
Section: mail
Priority: optional
Description: email security for small and medium firms
 The server and its site, with the Node.js that runs them. Settings are in
 /etc/aman/aman.env, data is in /var/lib/aman.
`
}
