import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import type { InstalledPackage } from '../supply-chain/lock.ts'

/** The packages whose code is in a bundle, by their folders (`node_modules/kysely`), sorted. */
export function packagesIn({ inputs }: Metafile): string[] {
  const folders = Object.keys(inputs).flatMap(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? [],
  )
  return [...new Set(folders)].sort()
}

/**
 * The licence of each package with its text, as the licences ask of those who pass the code on.
 * @param elsewhere the file with the text of a package that does not bring it, by its folder
 */
export function licencesOf(
  root: string,
  packages: readonly InstalledPackage[],
  elsewhere: Readonly<Record<string, string>>,
): string {
  return packages
    .map(({ name, version, license, place }) => {
      const files = globSync('{licen[cs]e,copying,notice}*', {
        cwd: join(root, place),
        exclude: (file) => /\.[jt]s$/.test(String(file)),
        withFileTypes: true,
      })
      const texts = files
        .filter((file) => file.isFile())
        .map((file) => file.name)
        .sort()
        .map((file) => join(root, place, file))
        .concat(elsewhere[place] ?? [])
        .map((file) => readFileSync(file, 'utf8').trim())
      return [`${name} ${version} (${license})`, ...texts].join('\n\n')
    })
    .join(`\n\n${'-'.repeat(72)}\n\n`)
}

/** The packages that the site's own code imports, with all that they import themselves. */
export function packagesOfSite(root: string, installed: readonly InstalledPackage[]): string[] {
  const found = new Set<string>()
  const open = globSync('src/{islands,lib,ui}/**/*.{ts,tsx}', { cwd: root }).flatMap((path) =>
    [
      ...readFileSync(join(root, path), 'utf8').matchAll(/from '(@[^/']+\/[^/']+|[^./'][^/']*)/g),
    ].map(([, name = '']) => name),
  )
  for (const name of open) {
    const place = `node_modules/${name}`
    const entry = installed.find((it) => it.place === place && !it.dev)
    if (entry === undefined || found.has(place)) continue
    found.add(place)
    open.push(...entry.imports)
  }
  return [...found].sort()
}
