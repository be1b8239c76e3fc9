import { parseDocument } from 'yaml'

/** A text in a language, or one for each of its plural forms. */
export type Words = string | Record<string, string>

/** The words of one file of `src/locales/<locale>`, by key. */
export type Translation = Readonly<Record<string, Words>>

/**
 * @param file its path, for messages
 * @throws Error with the file and the line if it is not a list of keys with texts
 */
export function readTranslation(file: string, source: string): Translation {
  // What a reader of UTF-8 puts in the place of other bytes.
  const lost = source.split('\n').findIndex((line) => line.includes('\ufffd'))
  if (lost >= 0) throw new Error(`${file}, line ${lost + 1}: a letter is lost; save it as UTF-8`)
  const document = parseDocument(source)
  const [fault] = [...document.errors, ...document.warnings]
  if (fault !== undefined) throw new Error(`${file}: ${fault.message}`)
  const data: unknown = document.toJS()
  if (typeof data !== 'object' || data === null) throw new Error(`${file} holds no words`)
  const read: Record<string, Words> = {}
  for (const [key, words] of Object.entries(data)) {
    if (!isWords(words)) throw new Error(`${file}: ${key} is neither a text nor plural forms`)
    read[key] = words
  }
  return read
}

function isWords(value: unknown): value is Words {
  if (typeof value === 'string') return true
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every((form) => typeof form === 'string')
}

/** The file of a component's words: `messageList` stands in `message-list`. */
export function fileNameOf(component: string): string {
  return component.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** The component of a file's words. */
export function componentOf(fileName: string): string {
  return fileName.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
