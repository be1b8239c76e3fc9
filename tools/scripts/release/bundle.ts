import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'

/** Where the code lies in a release; its other files lie beside this folder as in the repository. */
export const codeFolder = 'lib'

export const threadUrl = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

/**
 * Translates the server to plain JavaScript, with the packages that it needs, into one file and one for
 * each thread: Node.js opens it faster than a thousand small ones, needs no compiler for types in
 * memory, and takes over what was compiled before (see compile.ts).
 * @returns what esbuild took in
 */
export async function bundleServer(root: string, target: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['server/cli/aman/aman.ts', ...threads(root)],
    outdir: join(target, codeFolder),
    entryNames: '[name]',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: `node${process.versions.node}`,
    // An addition to pg that it does without.
    external: ['pg-native'],
    // The licences are a file of their own.
    legalComments: 'none',
    plugins: [asScript(root), yamlWhenUsed],
    metafile: true,
    logLevel: 'warning',
  })
  return metafile
}

/** The files that the server starts as threads. */
export function threads(root: string): string[] {
  return globSync('server/**/*.ts', { cwd: root })
    .sort()
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(threadUrl)].map(
        ([, name]) => `${dirname(path)}/${name}.ts`,
      ),
    )
}

/** A script finds files by the place of the bundle, and does not wait at its top level. */
function asScript(root: string): Plugin {
  return {
    name: 'as-script',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (path.includes('/node_modules/')) return undefined
        const folder = dirname(relative(root, path))
        const contents = readFileSync(path, 'utf8')
          .replaceAll(threadUrl, (_, name: string) => `(__dirname + '/${name}.cjs')`)
          .replaceAll('import.meta.dirname', `(__dirname + '/../${folder}')`)
          // A script cannot wait; nothing comes after a command.
          .replace(/^await runCommand\(/m, 'void runCommand(')
        if (contents.includes('import.meta.url)')) {
          throw new Error(`${basename(path)} finds a file in a way that a release does not know`)
        }
        return { contents, loader: 'ts' }
      })
    },
  }
}

/** A release holds its words as JSON, so it runs this package only for an operator's own policy. */
const yamlWhenUsed: Plugin = {
  name: 'yaml-when-used',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^yaml$/ }, ({ kind, resolveDir }) =>
      kind === 'import-statement'
        ? { path: 'yaml', namespace: 'when-used', pluginData: resolveDir }
        : undefined,
    )
    onLoad({ filter: /./, namespace: 'when-used' }, ({ pluginData }) => ({
      contents: ['parse', 'parseDocument']
        .map((name) => `export const ${name} = (...given) => require('yaml').${name}(...given)`)
        .join('\n'),
      resolveDir: pluginData,
    }))
  },
}
