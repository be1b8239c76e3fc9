import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'

/** Where the code lies in a release; its other files lie beside this folder as in the repository. */
const codeFolder = 'lib'

/** What code in the old form of modules expects to find. */
const requireForPackages =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

const threadUrl = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

/**
 * Translates the server to plain JavaScript, with the packages that it needs, into few files: Node.js
 * opens them faster than a thousand small ones, and needs no compiler for types in memory.
 * @returns what esbuild took in
 */
export async function bundleServer(root: string, target: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['server/cli/aman/aman.ts', ...threads(root)],
    outdir: join(target, codeFolder),
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: `node${process.versions.node}`,
    // An addition to pg that it does without.
    external: ['pg-native'],
    banner: { js: requireForPackages },
    // The licences are a file of their own.
    legalComments: 'none',
    plugins: [placesOfFiles(root)],
    metafile: true,
    logLevel: 'warning',
  })
  return metafile
}

/** The files that the server starts as threads. */
function threads(root: string): string[] {
  return globSync('server/**/*.ts', { cwd: root })
    .sort()
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(threadUrl)].map(
        ([, name]) => `${dirname(path)}/${name}.ts`,
      ),
    )
}

/** Files that a module finds by its own place are found by the place of the bundle. */
function placesOfFiles(root: string): Plugin {
  return {
    name: 'places-of-files',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (path.includes('/node_modules/')) return undefined
        const folder = dirname(relative(root, path))
        const contents = readFileSync(path, 'utf8')
          .replaceAll(threadUrl, (_, name: string) => `new URL('./${name}.js', import.meta.url)`)
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/../${folder}')`)
        if (contents.includes('import.meta.url)') && !/new URL\('\.\/[\w-]+\.js'/.test(contents)) {
          throw new Error(`${basename(path)} finds a file in a way that a release does not know`)
        }
        return { contents, loader: 'ts' }
      })
    },
  }
}
