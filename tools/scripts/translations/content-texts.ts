import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../run-command.ts'
import { isArabic, type TextFile, type TextPair } from './texts.ts'

/** The texts of the public pages: each translated file beside the English file of the same name. */
export function contentTexts(locale: string): TextFile[] {
  const names = globSync('**/*.yaml', { cwd: join(root, `src/content/${locale}`) })
  return names.map((name) => {
    const path = `src/content/${locale}/${name}`
    return { path, pairs: pairsOf('', read(`src/content/${name}`), read(path)) }
  })
}

function read(path: string): unknown {
  const file = join(root, path)
  return existsSync(file) ? parse(readFileSync(file, 'utf8')) : undefined
}

/** Lists are compared place by place; what has no Arabic letters, as a date, is not a text. */
function pairsOf(key: string, english: unknown, translated: unknown): TextPair[] {
  if (typeof translated === 'string') {
    if (!isArabic(translated)) return []
    return [{ key, english: typeof english === 'string' ? english : undefined, translated }]
  }
  if (typeof translated !== 'object' || translated === null) return []
  const originals = new Map(Object.entries(english ?? {}))
  return Object.entries(translated).flatMap(([name, value]: [string, unknown]) =>
    pairsOf(key === '' ? name : `${key}.${name}`, originals.get(name), value),
  )
}
