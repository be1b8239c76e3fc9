import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { run } from '../run-command.ts'
import type { InstalledPackage } from '../supply-chain/lock.ts'

/** With which `hosting/release/aman` starts Node.js: V8 takes over only what had the same options. */
const startOptions = ['--max-semi-space-size=4']

/** So that V8 does the same at the same time in every build. */
const repeatable = ['--random-seed=1', '--single-threaded', '--predictable-gc-schedule']
/** The bytes in which V8 keeps a hash of its options. */
const optionsStart = 12
const optionsEnd = 16

/** Makes the server's script a function of what Node.js gives to modules, as `run.cjs` expects it. */
export function wrapServer(target: string): void {
  const file = join(target, codeFolder, 'aman.cjs')
  // A script of other letters takes twice the memory; esbuild leaves them in patterns and comments.
  const code = readFileSync(file, 'utf8').replaceAll(/[^\0-\x7f]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  writeFileSync(file, `(function (exports, require, module, __filename, __dirname) {${code}})`)
}

/**
 * Keeps the code that V8 compiles when the server loads, for the processor of this machine. The same
 * script gives the same bytes.
 */
export async function compileServer(target: string): Promise<void> {
  const file = join(target, codeFolder, 'aman.compiled')
  const script = join(import.meta.dirname, 'keep-compiled.ts')
  await must([...startOptions, ...repeatable, script, join(target, codeFolder), file])
  const print = "process.stdout.write(new vm.Script('1').createCachedData().toString('hex'))"
  const usual = Buffer.from(await must([...startOptions, '-e', print]), 'hex')
  const compiled = readFileSync(file)
  usual.copy(compiled, optionsStart, optionsStart, optionsEnd)
  writeFileSync(file, compiled)
}

async function must(parameters: readonly string[]): Promise<string> {
  const { exitCode, output } = await run(process.execPath, [...parameters])
  if (exitCode !== 0) throw new Error(`The server was not compiled ahead: ${output}`)
  return output
}

/** Where the code lies in a release; its other files lie beside this folder as in the repository. */
export const codeFolder = 'lib'

export const threadUrl = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

/**
 * Translates the server to plain JavaScript, with the packages that it needs, into one file and one for
 * each thread: Node.js opens it faster than a thousand small ones, needs no compiler for types in
 * memory, and takes over what was compiled before.
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
