import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'astro/zod'
import { parse } from 'yaml'

const folder = join(import.meta.dirname, '../../../src/content')

export interface ContentFile {
  readonly name: string
  readonly schema: z.ZodType
  readonly data: unknown
}

/** A text of a content file that its editor may change freely. */
export interface ContentText {
  readonly path: readonly PropertyKey[]
  /** In characters, as its schema has it. */
  readonly longest: number
}

/** Every content file with its schema, as they are in the folder: a new one is among them by itself. */
export function contentFiles(): Promise<ContentFile[]> {
  return Promise.all(
    globSync('*.yaml', { cwd: folder })
      .sort()
      .map(async (file) => ({
        name: basename(file, '.yaml'),
        schema: await schemaOf(file),
        data: parse(readFileSync(join(folder, file), 'utf8')),
      })),
  )
}

async function schemaOf(file: string): Promise<z.ZodType> {
  for (const name of globSync('{schemas/*,files}.ts', { cwd: folder })) {
    const exported: Record<string, unknown> = await import(join(folder, name))
    for (const value of Object.values(exported)) {
      if (value instanceof z.ZodType && value.description === `the file ${file}`) return value
    }
  }
  throw new Error(`No schema of ${file}`)
}

/** Every free text of a file. What is no free text, a date for instance, refuses a mere letter. */
export function textsOf({ schema, data }: ContentFile): ContentText[] {
  const takes = (path: readonly PropertyKey[], length: number) =>
    schema.safeParse(withText(data, path, 'x'.repeat(length))).success
  return pathsOf(data)
    .map((path) => ({ path, longest: longestOf((length) => takes(path, length)) }))
    .filter(({ longest }) => longest > 0)
}

function pathsOf(value: unknown, path: readonly PropertyKey[] = []): (readonly PropertyKey[])[] {
  if (typeof value === 'string') return [path]
  if (Array.isArray(value)) return value.flatMap((it, index) => pathsOf(it, [...path, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, it]) => pathsOf(it, [...path, name]))
}

function longestOf(takes: (length: number) => boolean): number {
  let longest = 0
  let tooLong = 20_000
  if (takes(tooLong)) return tooLong
  while (tooLong - longest > 1) {
    const length = Math.floor((longest + tooLong) / 2)
    if (takes(length)) longest = length
    else tooLong = length
  }
  return longest
}

/** @returns the same data with one text changed */
export function withText(data: unknown, path: readonly PropertyKey[], text: string): unknown {
  const [key, ...rest] = path
  if (key === undefined) return text
  if (Array.isArray(data)) {
    return data.map((it, index) => (index === key ? withText(it, rest, text) : it))
  }
  return { ...Object(data), [key]: withText(Object(data)[key], rest, text) }
}
