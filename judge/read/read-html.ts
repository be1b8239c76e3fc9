import { type Handler, Parser } from 'htmlparser2'
import * as limits from './limits.ts'
import { addressesIn, openedTarget } from './opened-target.ts'
import { isSeen, plainSight, readStyle, type Sight, StyleSheet, sightOf } from './shown-style.ts'

/** A link as a reader sees it, and what opens. */
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
  /** Pages of others within the page. */
  readonly frames: number
  readonly styleLetters: number
  readonly inlineStyles: number
  readonly hasHead: boolean
  /** It has more tags or letters than are read. */
  readonly isCut: boolean
  /** It shows more text than is judged. */
  readonly isLong: boolean
}

const breaks = new Set(['p', 'br', 'div', 'tr', 'td', 'th', 'li', 'h1', 'h2', 'h3', 'table', 'hr'])
const unseen = new Set(['style', 'script', 'title', 'template'])
const framed = new Set(['iframe', 'frame', 'embed', 'object'])
const ofOtherForms = new Set(['svg', 'math'])
/** What only Outlook shows. */
const outlookOnly = /^\[if\s[^\]]*\bmso\b[^\]]*\]>(.*)<!\[endif\]$/s
/** Letters between two pauses. */
const chunk = 65_536

interface Open {
  readonly name: string
  readonly sight: Sight
  /** Its text is not shown, wherever it stands. */
  readonly isUnseen: boolean
}

/**
 * Reads a page by its tags, in one pass, as mail programs show it: without scripts, and with the styles
 * that decide whether text is seen.
 * @param pause called between parts of a long page
 */
export async function readHtml(html: string, pause?: () => Promise<void>): Promise<ReadHtml> {
  const page = new Page()
  const { text, isCut } = withoutData(html)
  page.isCut = isCut
  await page.read(text, pause)
  // It may grow while it is read.
  for (const source of page.later) await page.read(source, pause)
  return page.result()
}

/** Pictures in the page itself take much room and are not read. */
function withoutData(html: string): { text: string; isCut: boolean } {
  const text = html
    .replace(/(data:image\/[a-z+.-]{1,20};base64,)[\w+/=\s]+/gi, '$1')
    .replaceAll('<![CDATA[', '<')
  if (text.length <= limits.htmlLetters) return { text, isCut: false }
  const end = limits.htmlLetters / 4
  return { text: `${text.slice(0, limits.htmlLetters - end)}\n${text.slice(-end)}`, isCut: true }
}

class Page {
  isCut = false
  /** What is shown in some programs only, read when the rest is read. */
  readonly later: string[] = []
  readonly #counts = {
    ...{ pictures: 0, farPictures: 0, tags: 0, tables: 0, forms: 0, passwordFields: 0 },
    ...{ scripts: 0, refreshes: 0, frames: 0, styleLetters: 0, inlineStyles: 0, hiddenLetters: 0 },
  }
  readonly #sheet = new StyleSheet()
  readonly #seen: string[] = []
  /** The places in `#seen` that are the text of a link. */
  readonly #linked = new Set<number>()
  readonly #links: Link[] = []
  #hasHead = false
  #base: string | undefined
  #open: { target: string; from: number } | undefined
  #elements: Open[] = []
  #style: string[] | undefined

  async read(source: string, pause?: () => Promise<void>): Promise<void> {
    let rest = source
    while (rest !== '') {
      this.#elements = []
      let isTooDeep = false
      const parser = new Parser(
        this.#handler(() => {
          isTooDeep = true
          parser.pause()
        }),
      )
      let at = 0
      while (at < rest.length && !isTooDeep && this.#counts.tags < limits.htmlTags) {
        parser.write(rest.slice(at, at + chunk))
        at += chunk
        if (rest.length > chunk) await pause?.()
      }
      if (this.#counts.tags >= limits.htmlTags) this.isCut = true
      // Another parser reads on from where elements lay too deep in each other.
      rest = isTooDeep ? rest.slice(parser.endIndex + 1) : ''
      parser.end()
    }
    this.#closeLink()
  }

  #handler(stop: () => void): Partial<Handler> {
    return {
      onopentag: (name, attributes) => {
        this.#counts.tags += 1
        if (this.#elements.length > limits.htmlDepth || this.#counts.tags >= limits.htmlTags) {
          stop()
          return
        }
        this.#enter(name, attributes)
        this.#count(name, attributes)
        this.#findLink(name, attributes)
      },
      ontext: (text) => this.#take(text),
      onclosetag: (name) => {
        const element = this.#elements.pop()
        if (name === 'style') this.#endStyle()
        if (name === 'a' || name === 'button') this.#closeLink()
        if (breaks.has(name) && element !== undefined) this.#seen.push('\n')
      },
      oncomment: (text) => {
        const shown = outlookOnly.exec(text)?.[1]
        if (shown !== undefined && this.later.length < 1000) this.later.push(shown)
      },
    }
  }

  get #sight(): Sight {
    return this.#elements.at(-1)?.sight ?? plainSight
  }

  #enter(name: string, attributes: Readonly<Record<string, string>>): void {
    if (attributes.style !== undefined && attributes.style !== '') this.#counts.inlineStyles += 1
    if (breaks.has(name)) this.#seen.push('\n')
    const before = this.#sight
    const style = this.#sheet.for(name, attributes)
    let sight = style === undefined ? before : sightOf(before, style)
    if (attributes.bgcolor !== undefined || attributes.background !== undefined) {
      sight = sightOf(sight, readStyle(`background-color:${attributes.bgcolor ?? 'gray'}`))
    }
    if (name === 'font' && attributes.color !== undefined) {
      sight = sightOf(sight, readStyle(`color:${attributes.color}`))
    }
    const isFolded = name === 'details' && !('open' in attributes)
    if ('hidden' in attributes || isFolded) sight = { ...sight, isGone: true }
    // Of what is folded the heading is seen.
    if (name === 'summary') sight = { ...sight, isGone: false }
    const isUnseen = unseen.has(name) || this.#elements.at(-1)?.isUnseen === true
    this.#elements.push({ name, sight, isUnseen })
    if (name === 'style') this.#style = []
    if (name === 'head') this.#hasHead = true
  }

  #count(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'img') {
      this.#counts.pictures += 1
      if (/^https?:/i.test(attributes.src ?? '')) this.#counts.farPictures += 1
    } else if (name === 'table') this.#counts.tables += 1
    else if (name === 'form') this.#counts.forms += 1
    else if (name === 'script') this.#counts.scripts += 1
    else if (framed.has(name) && isFar(attributes.src ?? attributes.data)) this.#counts.frames += 1
    else if (name === 'input' && attributes.type?.toLowerCase() === 'password') {
      this.#counts.passwordFields += 1
    } else if (isRefresh(name, attributes)) this.#counts.refreshes += 1
  }

  #findLink(name: string, attributes: Readonly<Record<string, string>>): void {
    const { href, action, formaction } = attributes
    if (name === 'base' && href !== undefined) this.#base ??= openedTarget(href)
    const target = href ?? attributes['xlink:href']
    // Buttons of Outlook are shapes: `v:roundrect`.
    const isLink = name === 'a' || name === 'area' || name.startsWith('v:')
    if (isLink && target !== undefined) this.#openLink(target)
    else if (formaction !== undefined) this.#openLink(formaction)
    else if (name === 'form' && action !== undefined && action !== '') this.#addLink(action, '')
    else if (isRefresh(name, attributes)) {
      const page = /url\s*=\s*["']?([^"']+)/i.exec(attributes.content ?? '')?.[1]
      if (page !== undefined) this.#addLink(page, '')
    }
  }

  #openLink(target: string): void {
    this.#closeLink()
    this.#open = { target, from: this.#seen.length }
  }

  #closeLink(): void {
    if (this.#open === undefined) return
    const { target, from } = this.#open
    this.#open = undefined
    for (let at = from; at < this.#seen.length; at += 1) this.#linked.add(at)
    this.#addLink(target, this.#seen.slice(from).join('').replace(/\s+/g, ' ').trim().slice(0, 200))
  }

  #addLink(target: string, text: string): void {
    if (this.#links.length >= limits.links * 20) return
    this.#links.push({ target: openedTarget(target, this.#base), text })
  }

  #take(text: string): void {
    if (this.#style !== undefined) {
      this.#counts.styleLetters += text.length
      this.#style.push(text)
      return
    }
    if (this.#elements.at(-1)?.isUnseen === true) return
    if (isSeen(this.#sight)) this.#seen.push(text)
    else this.#counts.hiddenLetters += text.trim().length
  }

  /** Within a picture or a formula a browser reads a style as elements. */
  #endStyle(): void {
    const text = this.#style?.join('') ?? ''
    this.#style = undefined
    if (this.#elements.some(({ name }) => ofOtherForms.has(name))) this.later.push(text)
    else this.#sheet.add(text)
  }

  result(): ReadHtml {
    const whole = tidy(this.#seen.join(''))
    const outside = this.#seen.map((it, at) => (this.#linked.has(at) ? '\u0001' : it)).join('')
    const bare = addressesIn(outside, limits.links).map((it) => ({
      target: openedTarget(it),
      text: it,
    }))
    const links = [...this.#links, ...bare]
    const isLong = whole.length > limits.textLetters
    return {
      ...this.#counts,
      text: isLong ? bothEnds(whole) : whole,
      links: links.length > limits.links ? [...links.slice(0, 400), ...links.slice(-100)] : links,
      hasHead: this.#hasHead,
      isCut: this.isCut,
      isLong,
    }
  }
}

const isFar = (address = '') => /^\s*(?:https?:)?\/\//i.test(address)

function isRefresh(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'refresh'
}

function tidy(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}

/** A long text from its beginning and its end. */
export function bothEnds(text: string): string {
  if (text.length <= limits.textLetters) return text
  return `${text.slice(0, limits.textLetters - limits.textEnd)}\n${text.slice(-limits.textEnd)}`
}
