import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { type ContentFile, textsOf, withText } from '../../../tests/support/worlds/content-files.ts'
import { root, run } from '../../scripts/run-command.ts'

/** What a text becomes; `place` counts over all texts of all files. */
export type Rewrite = (place: number, longest: number) => string

export interface Edited {
  readonly name: string
  readonly data: unknown
  readonly texts: readonly string[]
}

/** Every free text of every content file, rewritten. */
export function rewriteAll(files: readonly ContentFile[], rewrite: Rewrite): Edited[] {
  let place = 0
  return files.map((file) => {
    const texts: string[] = []
    const data = textsOf(file).reduce((edited, { path, longest }) => {
      const text = rewrite(place, longest)
      place += 1
      texts.push(text)
      return withText(edited, path, text)
    }, file.data)
    return { name: file.name, data, texts }
  })
}

/** What a site is built from. */
const sources = [
  'src',
  'build',
  'contract',
  'hosting',
  'public',
  'astro.config.mjs',
  'tsconfig.json',
  'package.json',
]

/** A copy of the project's sources, in which a site with other content is built. */
export interface Workshop extends Disposable {
  /** Content that is not named is as it was. */
  build(content: readonly Edited[]): Promise<{ site: string; problem: string | undefined }>
  /** The privacy policy that the server is to answer. */
  readonly policyFile: string
}

/** Longer than an attack works in one. */
const oldMs = 3_600_000

export function openWorkshop(): Workshop {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  // Of attacks that were stopped before they could clean up.
  for (const left of globSync(join(cache, 'content-*'))) {
    if (Date.now() - statSync(left).mtimeMs > oldMs) rmSync(left, { recursive: true })
  }
  // Beneath the project, so that its packages are found; what a build keeps for the next stays here.
  const folder = mkdtempSync(join(cache, 'content-'))
  const site = join(folder, 'dist')
  const copy = (name: string) => cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const name of sources) copy(name)
  return {
    policyFile: join(folder, 'src/content/privacy-policy.yaml'),
    async build(content) {
      copy('src/content')
      for (const { name, data } of content) {
        writeFileSync(join(folder, `src/content/${name}.yaml`), stringify(data))
      }
      rmSync(site, { recursive: true, force: true })
      const { exitCode, output } = await run('astro', ['build', '--root', folder], {
        environment: { NODE_ENV: 'production' },
      })
      return { site, problem: exitCode === 0 ? undefined : output }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
