import * as limits from './limits.ts'
import { decodeText, narrow } from './mime/charset.ts'
import { type Link, readHtml } from './read-html.ts'

/** A web page that is attached: it opens in a browser, with its scripts. */
export interface AttachedPage {
  /**
   * Asks for data or a password; unpacks a file or another page that a filter does not see; leads on to
   * another page by itself; or only shows what it holds.
   */
  readonly does: 'asks' | 'unpacks' | 'leads_on' | 'shows'
  readonly text: string
  readonly links: readonly Link[]
}

const pageType = /^(?:text\/(?:x-)?x?html|application\/xhtml|image\/svg)/
const pageName = /\.(?:[sx]?html?|xht|svg)$/i
/** A page under another name begins like one. */
const pageStart =
  /^\s*(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*|<\?xml[^>]{0,200}>\s*)*<(?:!doctype\s+(?:html|svg)|html|head|body|script|svg|meta|title|form|iframe)\b/i

export function isPageFile(name: string, type: string, bytes: Uint8Array): boolean {
  if (pageType.test(type) || pageName.test(name)) return true
  const start = narrow(bytes.subarray(0, 4096))
  return pageStart.test(decodeText(start))
}

const packed =
  /\batob\b|\bunescape\s*\(|decodeURI|fromCharCode|\\x[0-9a-f]{2}\\x[0-9a-f]{2}|_0x[0-9a-f]{4}|['"`][\w+/=]{2000}|Uint8Array/i
const unpacked =
  /createObjectURL|msSave|new\s+(?:Blob|File|Function)\b|\.\s*write(?:ln)?\s*\(|\b(?:inner|outer)HTML|insertAdjacentHTML|\bsrcdoc\b|\beval\b|\.click\s*\(|createElement|parseFromString|appendChild/i
const moved =
  /\blocation\s*(?:\.\s*href\s*|\[[^\]]{1,20}\]\s*)?=(?!=)|\blocation\s*\.\s*(?:replace|assign)\s*\(|\bopen\s*\(\s*['"`]https?:/i
/** A field is made by a script, or one sends what was typed. */
const typed =
  /['"`]password['"`]|type\\?=\\?["']?password|\bfetch\s*\(|XMLHttpRequest|sendBeacon|\$\s*\.\s*(?:post|ajax)\b/i

/**
 * @param start the beginning of the file
 * @param end its end; the whole file where it is short
 */
export async function readAttachedPage(
  start: Uint8Array,
  end: Uint8Array,
  pause?: () => Promise<void>,
): Promise<AttachedPage> {
  const sources = start === end ? [start] : [start, end]
  const source = sources.map((it) => decodeText(narrow(it))).join('\n')
  const { text, links, passwordFields, forms, scripts, refreshes, frames } = await readHtml(
    source,
    pause,
  )
  const sendsAway =
    forms > 0 && links.some(({ text: said, target }) => said === '' && isFar(target))
  const runs = scripts > 0 || /\son[a-z]{3,20}\s*=|javascript:/i.test(source)
  const does =
    passwordFields > 0 || sendsAway || (runs && typed.test(source))
      ? 'asks'
      : runs && packed.test(source) && unpacked.test(source)
        ? 'unpacks'
        : refreshes > 0 || frames > 0 || (runs && moved.test(source))
          ? 'leads_on'
          : 'shows'
  return { does, text: text.slice(0, limits.textEnd), links: links.slice(0, limits.links) }
}

const isFar = (target: string) => /^https?:/i.test(target)
