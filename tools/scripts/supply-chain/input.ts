import { readFileSync } from 'node:fs'
import * as v from 'valibot'

/** What a command was given cannot be used; the message names the file and what is wrong. */
export class InputError extends Error {}

export function readJson(path: string): unknown {
  return parseJson(readText(path), path)
}

/** @throws InputError */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new InputError(`${path} cannot be read: ${wordsOf(error)}`)
  }
}

/** @throws InputError that begins with `where` */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InputError(`${where} is not JSON`)
  }
}

/** @throws InputError that begins with `where` and names the first wrong field */
export function validate<const S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  where: string,
): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: true })
  if (result.success) return result.output
  const [issue] = result.issues
  const field = v.getDotPath(issue)
  throw new InputError(`${where}: ${field === null ? '' : `${field}: `}${issue.message}`)
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
