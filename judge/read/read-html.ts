import { type Handler, Parser } from 'htmlparser2'
import { isHiddenStyle } from './hidden-style.ts'
import * as limits from './limits.ts'

/** A link as a reader sees it, and where it leads. */
export interface Link {
  readonly target: string
  readonly text: string
}

/** A page as a reader sees it, and its elements. */
export interface ReadHtml {
  readonly text: string
  readonly hiddenLetters: number
  readonly links: readonly Link[]
  readonly pictures: number
  readonly farPictures: number
  readonly tags: number
  readonly tables: number
  readonly forms: number
  readonly passwordFields: number
  readonly scripts: number
  readonly refreshes: number
  readonly styleLetters: number
  readonly inlineStyles: number
  readonly hasHead: boolean
  readonly isCut: boolean
}

const breaks = new Set(['p', 'br', 'div', 'tr', 'td', 'th', 'li', 'h1', 'h2', 'h3', 'table', 'hr'])
const unseen = new Set(['style', 'script', 'title', 'head', 'noscript', 'template'])

/** Reads a page by its tags, one pass; only the first `limits.htmlLetters` letters. */
export function readHtml(html: string): ReadHtml {
  const counts = { pictures: 0, farPictures: 0, tags: 0, tables: 0, forms: 0, passwordFields: 0 }
  const more = { scripts: 0, refreshes: 0, styleLetters: 0, inlineStyles: 0, hiddenLetters: 0 }
  const seen: string[] = []
  const links: Link[] = []
  let letters = 0
  let hasHead = false
  let open: { target: string; from: number } | undefined
  let parser: Parser | undefined
  let depth = 0
  /** How many elements deep the text is out of sight; 0 is in sight. */
  let hiddenDepth = 0
  let unseenDepth = 0
  let isStyle = false
  let isEnough = false

  function closeLink(): void {
    if (open === undefined) return
    const text = seen.slice(open.from).join('').replace(/\s+/g, ' ').trim().slice(0, 200)
    if (links.length < limits.links) links.push({ target: open.target, text })
    open = undefined
  }

  const read: Partial<Handler> = {
    onopentag(name, attributes) {
      counts.tags += 1
      depth += 1
      isEnough = counts.tags > limits.htmlTags
      if (isEnough || depth > limits.htmlDepth) parser?.pause()
      if (isEnough) return
      const style = attributes.style ?? ''
      if (style !== '') more.inlineStyles += 1
      if (breaks.has(name)) seen.push('\n')
      if (hiddenDepth > 0 || 'hidden' in attributes || isHiddenStyle(style)) {
        if (!isVoid(name)) hiddenDepth += 1
      }
      if (unseen.has(name)) unseenDepth += 1
      isStyle = name === 'style'
      if (name === 'head') hasHead = true
      if (name === 'img') {
        counts.pictures += 1
        if (/^https?:/i.test(attributes.src ?? '')) counts.farPictures += 1
      } else if (name === 'table') counts.tables += 1
      else if (name === 'form') counts.forms += 1
      else if (name === 'script') more.scripts += 1
      else if (name === 'input' && attributes.type?.toLowerCase() === 'password') {
        counts.passwordFields += 1
      } else if (name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'refresh') {
        more.refreshes += 1
      } else if ((name === 'a' || name === 'area') && attributes.href !== undefined) {
        closeLink()
        open = { target: attributes.href.trim().slice(0, 2000), from: seen.length }
      }
    },
    ontext(text) {
      if (isStyle) more.styleLetters += text.length
      if (unseenDepth > 0) return
      if (hiddenDepth > 0) {
        more.hiddenLetters += text.trim().length
        return
      }
      if (letters >= limits.textLetters) return
      letters += text.length
      seen.push(text)
    },
    onclosetag(name) {
      depth -= 1
      isStyle = false
      if (unseen.has(name) && unseenDepth > 0) unseenDepth -= 1
      if (hiddenDepth > 0 && !isVoid(name)) hiddenDepth -= 1
      if (name === 'a') closeLink()
      if (breaks.has(name)) seen.push('\n')
    },
  }
  let rest = html.slice(0, limits.htmlLetters)
  while (rest !== '' && !isEnough) {
    depth = 0
    hiddenDepth = 0
    unseenDepth = 0
    parser = new Parser(read, { decodeEntities: true })
    parser.write(rest)
    // Another parser reads on from where elements lay too deep in each other.
    rest = depth > limits.htmlDepth ? rest.slice(parser.endIndex + 1) : ''
    parser.end()
  }
  closeLink()
  const text = seen
    .join('')
    .slice(0, limits.textLetters)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
  return {
    ...counts,
    ...more,
    text,
    links,
    hasHead,
    isCut: isEnough || html.length > limits.htmlLetters,
  }
}

const voids = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'area', 'col', 'wbr', 'source'])

function isVoid(name: string): boolean {
  return voids.has(name)
}
