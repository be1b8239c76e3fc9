import { decodeText } from './charset.ts'
import { bytesOf, decodeBase64, decodeQuoted } from './transfer.ts'

const word = /=\?([^?\s]{1,60})\?([bq])\?([^?]{0,10000})\?=/gi

/** A header with its encoded words decoded; those that follow each other may share a letter. */
export function decodeWords(value: string): string {
  if (!value.includes('=?')) return value
  const joined = value.replace(/\?=\s+=\?/g, '?==?')
  let text = ''
  let at = 0
  let held: { charset: string; bytes: number[] } | undefined
  const flush = () => {
    if (held !== undefined) text += decodeText(Uint8Array.from(held.bytes), held.charset)
    held = undefined
  }
  for (const found of joined.matchAll(word)) {
    const [whole, label = '', encoding = '', content = ''] = found
    if (found.index > at) flush()
    text += joined.slice(at, found.index)
    at = found.index + whole.length
    // A language may follow the name of the encoding.
    const charset = label.split('*')[0] ?? ''
    const bytes = bytesOf(content)
    const decoded = /b/i.test(encoding) ? decodeBase64(bytes) : decodeQuoted(bytes, true)
    if (held?.charset !== charset) flush()
    held ??= { charset, bytes: [] }
    held.bytes.push(...decoded)
  }
  flush()
  return text + joined.slice(at)
}

export interface FieldValue {
  /** In small letters, without parameters. */
  readonly value: string
  /** All values of a name: a field may have several, and programs differ in which they take. */
  readonly parameters: ReadonlyMap<string, readonly string[]>
}

const parameter = /;?\s*([^\s=;"]{1,60})\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;"]*))/g

/** A value with parameters: a type or a disposition. Parts of a parameter are joined (RFC 2231). */
export function fieldValue(field: string): FieldValue {
  const decoded = decodeWords(field)
  const end = decoded.search(/[;,]/)
  const parameters = new Map<string, string[]>()
  const parts = new Map<string, string[]>()
  const add = (name: string, value: string) =>
    parameters.set(name, [...(parameters.get(name) ?? []), value])
  for (const [, name = '', quoted, plain = ''] of decoded.slice(0, 20_000).matchAll(parameter)) {
    const value = quoted === undefined ? plain.trim() : quoted.replace(/\\(.)/g, '$1')
    const [base = '', ...marks] = name.toLowerCase().split('*')
    if (marks.length === 0) add(base, value)
    else if (marks[0] === '') add(base, decodePercent(value))
    else {
      const place = Number(marks[0])
      if (!(place < 100)) continue
      const list = parts.get(base) ?? []
      list[place] =
        marks.length > 1 ? value.replace(/%(?![0-9a-f]{2})/gi, '%25') : encodeURIComponent(value)
      parts.set(base, list)
    }
  }
  for (const [name, list] of parts) add(name, decodePercent(list.join('')))
  return { value: (end === -1 ? decoded : decoded.slice(0, end)).trim().toLowerCase(), parameters }
}

/** `utf-8'en'%e2%82%ac`, or without the encoding. */
function decodePercent(value: string): string {
  const [, charset = '', text = value] = /^([^']*)'[^']*'(.*)$/s.exec(value) ?? []
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const code = /^%([0-9a-f]{2})/i.exec(text.slice(at, at + 3))?.[1]
    if (code === undefined) bytes.push(...new TextEncoder().encode(text[at]))
    else {
      bytes.push(Number.parseInt(code, 16))
      at += 2
    }
  }
  return decodeText(Uint8Array.from(bytes), charset)
}
