import { hash } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The settings of the extension that an administrator sets. */
export interface Policy {
  readonly server: string
  readonly key: string
}

/** The places where the two browsers of Debian read policies. */
const places = {
  chromium: { folder: '/etc/chromium', file: 'policies/managed/aman.json' },
  firefox: { folder: '/usr/lib/firefox-esr/distribution', file: 'policies.json' },
} as const

/**
 * Writes a program that starts a browser with a policy for the extension, which no other process of the
 * machine sees. Needs root.
 * @param folder an empty one for it
 * @param unpacked the folder of the extension, from whose path Chromium makes its id
 */
export async function programWithPolicy(
  browser: keyof typeof places,
  program: string,
  { folder, unpacked, policy }: { folder: string; unpacked: string; policy: Policy },
): Promise<string> {
  const content = {
    chromium: { '3rdparty': { extensions: { [idOf(unpacked)]: policy } } },
    firefox: { policies: { '3rdparty': { Extensions: { 'extension@aman.example': policy } } } },
  }
  const place = places[browser]
  const file = join(folder, 'place', place.file)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, JSON.stringify(content[browser]))
  const started = join(folder, 'browser')
  await writeFile(
    started,
    `#!/bin/sh
exec unshare --mount sh -c 'mount --bind ${folder}/place ${place.folder} && exec ${program} "$@"' sh "$@"
`,
  )
  await chmod(started, 0o755)
  return started
}

/** Half of the hash of its path, in letters from a to p. */
function idOf(unpacked: string): string {
  const digits = hash('sha256', unpacked).slice(0, 32)
  return digits.replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
}
