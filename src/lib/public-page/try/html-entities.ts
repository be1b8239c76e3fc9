import { Parser } from 'htmlparser2'

/*
 * Stands for the table of HTML's named characters of `postal-mime` in the code of the page: the parser of
 * HTML, which the judge needs anyway, has the same names (`build/smaller-pages/without-entity-table.ts`).
 */

/** A name as it stands in a text, `&eacute;` or `&eacute`, and its character. */
export const htmlEntities: Record<string, string> = new Proxy(
  {},
  { get: (_, name) => decode(name) },
)

/** @returns undefined for a name that HTML does not have */
function decode(name: string | symbol): string | undefined {
  if (typeof name !== 'string') return undefined
  let text = ''
  const parser = new Parser({ ontext: (part) => (text += part) }, { decodeEntities: true })
  parser.end(name)
  return isWhole(name, text) ? text : undefined
}

/** `&notit;` begins with a name, `&not`, but is none. */
function isWhole(name: string, text: string): boolean {
  if (text === name) return false
  if (!name.endsWith(';')) return text.length === 1
  return name === '&semi;' || !text.endsWith(';')
}
