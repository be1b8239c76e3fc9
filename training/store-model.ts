import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredModel, StoredWords } from '../judge/model/model.ts'

const folder = join(import.meta.dirname, '../judge/model')
const modelFile = join(folder, 'model.json')
const lettersFile = join(folder, 'letters.json')

type Thresholds = StoredModel['thresholds']

/**
 * Writes a model with the name of its content. A page needs the first file, and only the server of an
 * organization the second.
 */
export function storeModel(
  { thresholds, ...model }: Omit<StoredModel, 'version'>,
  letters: StoredWords,
): { version: string; bytes: number } {
  const content = JSON.stringify({ ...model, letters, thresholds })
  const version = createHash('sha256').update(content).digest('hex').slice(0, 8)
  writeFileSync(modelFile, `${JSON.stringify({ version, ...model, thresholds })}\n`)
  writeFileSync(lettersFile, `${JSON.stringify(letters, null, 2)}\n`)
  return { version, bytes: content.length }
}

/** Gives the stored model other thresholds, and says its new name. */
export function storeThresholds(thresholds: Thresholds): string {
  const { version: _, ...model }: StoredModel = JSON.parse(readFileSync(modelFile, 'utf8'))
  const letters: StoredWords = JSON.parse(readFileSync(lettersFile, 'utf8'))
  return storeModel({ ...model, thresholds }, letters).version
}
