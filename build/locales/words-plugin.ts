import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import {
  type Entry,
  isGroup,
  parseWords,
  placeholdersIn,
  type WordGroup,
} from '../../contract/core/words/parse-words.ts'
import { findIn } from './read-all-words.ts'
import { namesOf } from './word-types.ts'

const modules = {
  params: fileURLToPath(new URL('../../src/lib/core/i18n/params.ts', import.meta.url)),
  productName: fileURLToPath(new URL('../../contract/core/product.ts', import.meta.url)),
  i18n: fileURLToPath(new URL('../../src/lib/core/i18n/i18n.ts', import.meta.url)),
  plural: fileURLToPath(new URL('../../src/lib/core/i18n/plural.ts', import.meta.url)),
}

/**
 * Makes a module of the English words in each `<name>.words.yaml` that an island imports. Those of
 * other languages are in the catalogue of the page.
 */
export function islandWords(): Plugin {
  const find = findIn(fileURLToPath(new URL('../..', import.meta.url)))
  return {
    name: 'island-words',
    enforce: 'pre',
    transform: {
      filter: { id: /\.words\.yaml$/ },
      handler(source, id) {
        return { code: moduleOf(id, parseWords(id, source, find)), map: null, moduleType: 'js' }
      },
    },
  }
}

function moduleOf(file: string, words: WordGroup): string {
  const { component, store } = namesOf(file)
  const properties = [...words].map(([key, node]) => {
    if (isGroup(node)) throw new Error(`${file}: ${key}: words of islands have no groups`)
    return `  ${JSON.stringify(key)}: ${expressionOf(node)},\n`
  })
  const code = `export const ${store} = i18n('${component}', {\n${properties.join('')}})\n`
  const imports = Object.entries(modules)
    .filter(([name]) => code.includes(`${name}(`) || code.includes(`{${name}}`))
    .map(([name, path]) => `import { ${name} } from ${JSON.stringify(path)}\n`)
  return imports.join('') + code
}

/** A message of nanostores/i18n. */
function expressionOf({ en }: Entry): string {
  if (typeof en === 'string') {
    return placeholdersIn(en).length > 0 ? `params(${textOf(en)})` : textOf(en)
  }
  const { other, ...forms } = en
  const lines = Object.entries(forms).map(([form, text]) => `${form}: ${textOf(text)}, `)
  const isOne = lines.length === 0
  return `plural(${isOne ? textOf(other) : `{ ${lines.join('')}other: ${textOf(other)} }`})`
}

function textOf(text: string): string {
  const [first = '', ...others] = text.split('{product}').map(escaped)
  return others.length === 0
    ? JSON.stringify(text)
    : `\`${[first, ...others].join(`\${productName}`)}\``
}

function escaped(text: string): string {
  return text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&')
}
