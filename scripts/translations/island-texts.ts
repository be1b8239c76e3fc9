import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileNameOf, readTranslation } from '../../build/locales/translation.ts'
import { root } from '../run-command.ts'
import { readEnglish } from './english.ts'
import type { TextFile } from './texts.ts'

/** The words of the islands, which check-translations.ts has compared by key. */
export async function islandTexts(locale: string): Promise<TextFile[]> {
  const english = await readEnglish()
  return [...english].map(([component, words]) => {
    const path = `src/locales/${locale}/${fileNameOf(component)}.yaml`
    const translation = readTranslation(path, readFileSync(join(root, path), 'utf8'))
    const pairs = Object.entries(translation).map(([key, translated]) => ({
      key,
      english: words.get(key)?.words,
      translated,
    }))
    return { path, pairs }
  })
}
