import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { componentOf, type Words } from '../../build/locales/translation.ts'
import { root } from '../run-command.ts'
import type { EnglishFile } from './compare.ts'

/** Reads the English words of the islands, by component. */
export async function readEnglish(): Promise<ReadonlyMap<string, EnglishFile>> {
  const components = new Map<string, EnglishFile>()
  for (const file of globSync('src/lib/**/words/*.ts', { cwd: root })) {
    const name = basename(file, '.ts')
    const exported: Record<string, unknown> = await import(join(root, file))
    const stores = Object.values(exported).filter(isMessages)
    const [store] = stores
    if (stores.length !== 1 || store?.component !== componentOf(name)) {
      throw new Error(`${file} must define one component, '${componentOf(name)}'`)
    }
    components.set(store.component, new Map(Object.entries(store.base).map(englishWords)))
  }
  return components
}

interface Transform {
  input: unknown
  transform(locale: string, translation: unknown, args: readonly unknown[]): unknown
}

interface Messages {
  component: string
  base: Record<string, unknown>
}

function isMessages(value: unknown): value is Messages {
  return typeof value === 'object' && value !== null && 'component' in value && 'base' in value
}

function englishWords([key, value]: [string, unknown]) {
  return isTransform(value)
    ? ([key, { words: inputOf(value), counts: counts(value) }] as const)
    : ([key, { words: asWords(value), counts: false }] as const)
}

function isTransform(value: unknown): value is Transform {
  return typeof value === 'object' && value !== null && 'transform' in value && 'input' in value
}

function inputOf({ input }: Transform): Words {
  return isTransform(input) ? inputOf(input) : asWords(input)
}

function asWords(value: unknown): Words {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) throw new Error(`not a text: ${String(value)}`)
  return Object.fromEntries(
    Object.entries(value).map(([form, text]: [string, unknown]) => [form, String(text)]),
  )
}

/** `params` hands plural forms on, each with its values; what counts chooses one of them. */
function counts({ transform }: Transform): boolean {
  const chosen = transform('en', { other: '' }, [1])
  return typeof chosen === 'string' || typeof chosen === 'function'
}
