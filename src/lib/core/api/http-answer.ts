import type { ErrorMessages } from './errors.ts'

/** @returns undefined for an empty body, and the text of a body that is not JSON, such as an error page */
export function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Whether a response reports a failure in its body, whatever its status (R007). */
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

/** A string, or the messages of a list of validation problems; otherwise empty. */
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
