import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Replaces the parser's table of named characters, 12 kB of what the front page loads at the touch of its
 * judge, by a shorter one. Its names come from `postal-mime`, which lists them.
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

/** @returns the names of all characters, as `entityTree` takes them */
export async function entityLines(): Promise<string> {
  const table = new URL('html-entities.js', import.meta.resolve('postal-mime'))
  const { htmlEntities }: { htmlEntities: Record<string, string> } = await import(table.href)
  const namesOf = new Map<string, string[]>()
  for (const [name, text] of Object.entries(htmlEntities)) {
    if (!name.endsWith(';')) continue
    const bare = name.slice(1, -1)
    const names = namesOf.get(text) ?? []
    names.push(`&${bare}` in htmlEntities ? `${bare}!` : bare)
    namesOf.set(text, names)
  }
  let before = 0
  const byCode = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
    codeOf(one) - codeOf(other) || one.length - other.length
  return [...namesOf]
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
