import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, type InlineConfig, type Plugin } from 'vite'
import { readAllWords } from '../../build/locales/read-all-words.ts'
import { translated } from '../../build/locales/translated.ts'
import { namesOf } from '../../build/locales/word-types.ts'
import { islandWords } from '../../build/locales/words-plugin.ts'
import { colours } from '../../build/pictures/colours.ts'
import { mark } from '../../build/pictures/mark.ts'
import { optimizedPng } from '../../build/pictures/png.ts'
import { withoutUnusedReact } from '../../build/smaller-pages/without-unused-react.ts'
import { baseLocale, locales } from '../../contract/core/locale.ts'
import { iconSizes, managedSchema, manifestOf, targets } from './manifest.ts'
import { zip } from './zip.ts'

/*
 * npm run extension [-- --folder <folder>]: builds the packages of the browser extension, the same bytes
 * from the same commit, and their files unpacked.
 */

const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: { folder: { type: 'string', default: join(root, 'release/extension') } },
})

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** It is downloaded by each browser of a firm. */
const mostBytes = 600_000
const compiled = join(values.folder, 'compiled')

rmSync(values.folder, { recursive: true, force: true })
await compile()
const shared = new Map([
  ...readCompiled(),
  ...(await drawIcons()),
  ...storeWords(),
  ['managed.json', Buffer.from(JSON.stringify(managedSchema))] as const,
])
rmSync(compiled, { recursive: true })
for (const target of targets) {
  const manifest = `${JSON.stringify(manifestOf(target, version), null, 2)}\n`
  const files = new Map([...shared, ['manifest.json', Buffer.from(manifest)]])
  for (const [name, content] of files) write(join(target, name), content)
  const packed = zip(files)
  const name = `aman-extension-${version}-${target}.zip`
  write(name, packed)
  if (packed.length > mostBytes) throw new Error(`${name} has more than ${mostBytes} bytes`)
  console.log(`${name}: ${(packed.length / 1000).toFixed(0)} kB`)
}

/** A page's script stands in one file without imports; the others share what they have in common. */
async function compile(): Promise<void> {
  const script = (name: string, format: 'es' | 'iife'): InlineConfig => ({
    build: {
      lib: {
        entry: join(root, `extension/${name}/${name}.ts`),
        formats: [format],
        name: 'aman',
        fileName: () => `${name}.js`,
      },
      // A service worker may load nothing later.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const pages: InlineConfig = {
    root: join(root, 'extension'),
    build: {
      modulePreload: false,
      rolldownOptions: {
        input: ['options', 'popup'].map((name) => join(root, `extension/${name}/${name}.html`)),
        output: {
          assetFileNames: '[name][extname]',
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
        },
      },
    },
  }
  for (const config of [script('background', 'es'), script('content', 'iife'), pages]) {
    await build({
      root,
      configFile: false,
      publicDir: false,
      base: './',
      logLevel: 'warn',
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [ownWords(root), islandWords(), withoutUnusedReact()],
      ...config,
      build: {
        outDir: compiled,
        emptyOutDir: false,
        target: 'esnext',
        cssTarget: 'esnext',
        copyPublicDir: false,
        ...config.build,
      },
    })
  }
}

function readCompiled(): [string, Buffer][] {
  return globSync('**/*.*', { cwd: compiled }).map((path) => {
    // The bundler keeps the folders of pages, whose scripts it names from there.
    const content = readFileSync(join(compiled, path))
    if (!path.endsWith('.html')) return [path, content]
    const name = path.replace(/^.*\//, '')
    return [name, Buffer.from(content.toString().replaceAll('"../', '"./'))]
  })
}

/** Aman's logo without a margin: a toolbar has little room. */
async function drawIcons(): Promise<[string, Buffer][]> {
  const icon = (size: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${mark.viewBox}"><path d="${mark.house}" fill="${colours.accent}"/><path d="${mark.fold}" fill="none" stroke="${colours.paper}" stroke-width="2.4"/></svg>`
  const drawn = iconSizes.map(async (size): Promise<[string, Buffer]> => {
    return [`icon-${size}.png`, await optimizedPng(icon(size))]
  })
  return Promise.all(drawn)
}

/** The name and the description in the browser's list. */
function storeWords(): [string, Buffer][] {
  const words = readAllWords(root).find(({ path }) => path.endsWith('/extension.words.yaml'))?.words
  if (words === undefined) throw new Error('The words of the extension are missing')
  return locales.map((locale) => {
    const { name, description } = translated(words, locale)
    const messages = { name: { message: name }, description: { message: description } }
    return [`_locales/${locale}/messages.json`, Buffer.from(JSON.stringify(messages))]
  })
}

function write(name: string, content: Uint8Array): void {
  const path = join(values.folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/**
 * Puts the words of all languages in the package: a service worker has no page that names a file with
 * them, and may not wait for one before it listens.
 * @param root the project's folder
 */
function ownWords(root: string): Plugin {
  const components = ['judgeReasons', 'judgedMail', 'tryMail', 'extension']
  const files = readAllWords(root)
    .map(({ path, words }) => ({ component: namesOf(path).component, words }))
    .filter(({ component }) => components.includes(component))
  const cache = Object.fromEntries(
    locales
      .filter((locale) => locale !== baseLocale)
      .map((locale) => [
        locale,
        Object.fromEntries(
          files.map(({ component, words }) => [component, translated(words, locale)]),
        ),
      ]),
  )
  return {
    name: 'own-words',
    enforce: 'pre',
    load: {
      filter: { id: /\/src\/lib\/core\/i18n\/i18n\.ts$/ },
      handler: () => ({
        code: `import { createI18n } from '@nanostores/i18n'
import { atom } from 'nanostores'
export const $locale = atom(${JSON.stringify(baseLocale)})
export const i18n = createI18n($locale, { get: async () => ({}), cache: ${JSON.stringify(cache)} })
`,
        moduleType: 'js',
      }),
    },
  }
}
