import { oneForm } from '../unicode-host.ts'
import { decodeWords } from './header-text.ts'

export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** Within quotes, comments and angles a comma parts nothing. */
const token = /"(?:[^"\\]|\\.)*"?|\((?:[^()\\]|\\.)*\)?|<[^<>]*>?|[,;]|[^"(<,;]+/g

/**
 * The mailboxes of a field such as From, as mail programs show them: with comments, groups, source
 * routes, and names with a comma without quotes.
 * @param most at most so many are read
 */
export function mailboxesIn(field: string, most = 100): Mailbox[] {
  const found: Mailbox[] = []
  let name = ''
  let comment = ''
  let address = ''
  const end = () => {
    const plain = name.trim()
    // `Haddad, Rania <rania@…>`: what has no address begins the name of the next.
    if (address === '' && !plain.includes('@')) return
    const isBare = address === ''
    const shown = tidy(isBare ? comment : plain || comment)
    const read = addressOf(isBare ? plain : address)
    // A name that only repeats the address says nothing, and mail programs leave it out.
    found.push({ name: shown.toLowerCase() === read ? '' : shown, address: read })
    name = ''
    comment = ''
    address = ''
  }
  for (const [text] of field.slice(0, 100_000).matchAll(token)) {
    if (found.length === most) break
    const first = text[0]
    if (first === ',' || first === ';') {
      end()
      if (name !== '') name += text === ',' ? ',' : ' '
    } else if (first === '"') name += text.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1')
    else if (first === '(') comment = text.slice(1).replace(/\)$/, '')
    else if (first === '<') address ||= text.slice(1).replace(/>$/, '')
    else name += text.replace(/^[^@]*?:(?!\/)/, '')
  }
  if (found.length < most) end()
  // A name without any address is what the reader sees.
  if (found.length === 0 && name.trim() !== '') return [{ name: tidy(name), address: '' }]
  return found
}

function tidy(name: string): string {
  return decodeWords(name)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/^[\s,]+|[\s,]+$/g, '')
    .slice(0, 200)
}

/** Without spaces and the way that a source route names before it. */
function addressOf(text: string): string {
  const plain = decodeWords(text)
    .replace(/\([^()]*\)|\s+/g, '')
    .replace(/^@[^:]*:/, '')
  const at = plain.lastIndexOf('@')
  if (at === -1) return ''
  return `${plain.slice(0, at)}@${oneForm(plain.slice(at + 1, at + 256))}`
    .slice(0, 320)
    .toLowerCase()
}
