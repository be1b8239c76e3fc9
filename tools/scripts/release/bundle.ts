import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'

/** Where the code lies in a release; its other files lie beside this folder as in the repository. */
export const codeFolder = 'lib'

const threadUrl = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

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

/**
 * The server, each command and each thread for processes that tests start: what they share stands in
 * files of its own, and other files are found where the sources are.
 */
export async function bundleForTests(root: string, target: string): Promise<void> {
  const commands = globSync(['server/main.ts', 'server/cli/*.ts', 'server/cli/aman/aman.ts'], {
    cwd: root,
  })
  await build({
    absWorkingDir: root,
    entryPoints: [...commands.sort(), ...threads(root)],
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
