import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Replaces the parser's table of named characters, 12 kB of what the front page loads at the touch of its
 * judge, by a shorter one.
 * @param root the project's folder
 */
export function withoutEntityTable(root: string): Plugin {
  const folder = join(root, 'src/lib/public-page/try')
  return {
    name: 'without-entity-table',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: {
      filter: { id: /\/node_modules\/entities\/dist\/generated\/decode-data-html\.js$/ },
      handler:
        async () => `import { entityTree } from ${JSON.stringify(join(folder, 'entity-tree.ts'))}
export const htmlDecodeTree = /* #__PURE__ */ entityTree(${JSON.stringify(await entityLines())})`,
    },
  }
}

/** The part of `entities/decode` that is used here. */
export interface Decoding {
  readonly htmlDecodeTree: Uint16Array
  readonly EntityDecoder: new (
    tree: Uint16Array,
    emit: (code: number, consumed: number) => void,
  ) => {
    startEntity(mode: number): void
    write(text: string, offset: number): number
    end(): number
  }
}

/** The parser's own decoder, whichever others are installed. */
export function parsersDecoding(): Promise<Decoding> {
  const ofParser = createRequire(createRequire(import.meta.url).resolve('htmlparser2'))
  return import(ofParser.resolve('entities/decode'))
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789']
const [legacy, strict] = [0, 1]

/** Every name by its text, with `!` for one that needs no semicolon. */
async function namesByText(): Promise<Map<string, string[]>> {
  const { EntityDecoder, htmlDecodeTree } = await parsersDecoding()
  let found = ''
  const decoder = new EntityDecoder(htmlDecodeTree, (code) => {
    found += String.fromCharCode(code)
  })
  const write = (text: string, mode = strict) => {
    found = ''
    decoder.startEntity(mode)
    return decoder.write(text, 1)
  }
  const names = new Map<string, string[]>()
  // The decoder waits for more where a text begins a name.
  const starts = letters.filter((it) => write(`&${it}`) === -1)
  for (let name = starts.shift(); name !== undefined; name = starts.shift()) {
    const start = name
    starts.push(...letters.map((it) => start + it).filter((it) => write(`&${it}`) === -1))
    if (write(`&${name};`) <= 0) continue
    const text = found
    write(`&${name}`, legacy)
    const isWhole = decoder.end() > name.length
    names.set(text, [...(names.get(text) ?? []), isWhole ? `${name}!` : name])
  }
  return names
}

/** @returns the names of all characters, as `entityTree` takes them */
export async function entityLines(): Promise<string> {
  let before = 0
  const byCode = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
    codeOf(one) - codeOf(other) || one.length - other.length
  return [...(await namesByText())]
    .toSorted(byCode)
    .map(([text, names]) => {
      const code = codeOf(text)
      const distance = code - before
      before = code
      const more = text.slice(String.fromCodePoint(code).length)
      const parts = [distance === 1 ? '' : distance.toString(36), names.join(','), more]
      return parts.slice(0, more === '' ? 2 : 3).join(' ')
    })
    .join('\n')
}

const codeOf = (text: string) => text.codePointAt(0) ?? 0
