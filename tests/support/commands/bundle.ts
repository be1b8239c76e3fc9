import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { dayMs } from '../../../server/core/clock.ts'
import { threads, threadUrl } from '../../../tools/scripts/release/bundle.ts'
import { withLock } from '../../../tools/scripts/site/lock.ts'

const repository = resolve(import.meta.dirname, '../../..')
const places = join(repository, '.cache/bundles')
const sources = ['{server,contract,judge,src}/**/*.{ts,json}', 'package-lock.json']

let folder: Promise<string> | undefined

/**
 * A file of the server, bundled as for a release: a process loads it in half of the processor time
 * that the thousand files of the sources take. It finds its other files where the sources are.
 * @param path in the repository
 */
export async function bundled(path: string): Promise<string> {
  folder ??= currentFolder()
  return join(await folder, `${basename(path, '.ts')}.js`)
}

async function currentFolder(): Promise<string> {
  const place = join(places, fingerprint())
  if (existsSync(place)) return place
  mkdirSync(places, { recursive: true })
  await withLock(
    join(places, 'lock'),
    () => {},
    async () => {
      if (existsSync(place)) return
      const making = join(places, 'making')
      rmSync(making, { recursive: true, force: true })
      await bundleInto(making)
      renameSync(making, place)
      for (const name of readdirSync(places)) {
        const older = join(places, name)
        if (Date.now() - statSync(older).mtimeMs > dayMs) rmSync(older, { recursive: true })
      }
    },
  )
  return place
}

/** The server, each command and each thread; what they share stands in files of its own. */
async function bundleInto(target: string): Promise<void> {
  const commands = ['server/main.ts', 'server/cli/*.ts', 'server/cli/aman/aman.ts']
  await build({
    absWorkingDir: repository,
    entryPoints: [...globSync(commands, { cwd: repository }).sort(), ...threads(repository)],
    outdir: target,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: `node${process.versions.node}`,
    external: ['pg-native'],
    // Packages that are scripts ask for Node.js's modules in this way.
    banner: {
      js: "import { createRequire as bundledRequire } from 'node:module'; const require = bundledRequire(import.meta.url)",
    },
    plugins: [fromPlaceOfSources],
    logLevel: 'warning',
  })
}

const fromPlaceOfSources: Plugin = {
  name: 'from-place-of-sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replaceAll(threadUrl, (_, name: string) => `new URL('./${name}.js', import.meta.url)`)
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
      loader: 'ts',
    }))
  },
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const name of globSync(sources, { cwd: repository }).sort()) {
    hash.update(`${name}:`).update(readFileSync(join(repository, name)))
  }
  return hash.digest('hex')
}
