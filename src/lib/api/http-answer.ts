import type { ErrorMessages } from './errors.ts'

/** @returns undefined for an empty body; what is not JSON, an error page for instance, stays a text, with which no call answers */
export function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** An answer that says of itself that it failed, whatever its status (R007). */
export function isErrorAnswer(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'success' in json && json.success === false
}

export function errorMessagesOf(json: unknown): ErrorMessages {
  if (typeof json !== 'object' || json === null) return {}
  const fields = new Map(Object.entries(json))
  const words: { -readonly [Key in keyof ErrorMessages]: string } = {}
  for (const key of ['detail', 'error', 'message'] as const) {
    const text = readable(fields.get(key))
    if (text !== '') words[key] = text
  }
  return words
}

/** A text, or the texts of a list of validation problems; empty for anything else. */
function readable(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (!Array.isArray(value)) return ''
  return value
    .map((item: unknown) =>
      typeof item === 'object' && item !== null && 'msg' in item ? item.msg : item,
    )
    .filter((item) => typeof item === 'string' && item !== '')
    .join(', ')
}
