import { type Handler, Parser } from 'htmlparser2'
import * as limits from './limits.ts'
import { addressesIn, openedTarget } from './opened-target.ts'
import { forwards } from './plain-form.ts'
import { isSeen, plainSight, type Sight, sightOf } from './shown-style.ts'
import { StyleSheet } from './style-sheet.ts'

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
/** Parts of a table; elsewhere a browser passes them over. */
const tableParts = /^(?:caption|colgroup|col|thead|tbody|tfoot|tr|td|th)$/
/** A browser shows before a table whatever stands directly in these and is no part of it. */
const strict = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup', 'col'])
/** Elements whose styles hide nothing: they end before what may not stand in them. */
const brief = new Set(['head', 'colgroup', 'col', 'noscript', 'frameset'])
/** Elements that end others that are still open, whatever is open in these, up to some around them. */
const blocks =
  /^(?:address|article|aside|blockquote|center|details|dialog|dir|div|dl|fieldset|fig(?:caption|ure)|footer|form|h[1-6r]|header|hgroup|listing|main|menu|nav|ol|p|plaintext|pre|search|section|summary|table|ul|xmp)$/
const ofCells = /^(?:table|td|th|caption|button|marquee|object|template)$/
const ofLists =
  /^(?:[uod]l|menu|table|td|th|caption|button|blockquote|center|section|fieldset|form)$/
const inCells = /^(?:table|td|th|caption|marquee|object|template)$/
const rows = /^(?:table|thead|tbody|tfoot|tr)$/
/** With `all`, not only the nearest of those that are open. */
const ends: readonly {
  readonly by: RegExp
  readonly open: RegExp
  readonly up: RegExp
  readonly all?: true
}[] = [
  { by: blocks, open: /^p$/, up: ofCells },
  { by: /^li$/, open: /^li$/, up: ofLists },
  { by: /^d[dt]$/, open: /^d[dt]$/, up: ofLists },
  { by: /^(?:li|d[dt])$/, open: /^p$/, up: ofCells },
  { by: /^button$/, open: /^button$/, up: inCells },
  { by: /^(?:a|nobr)$/, open: /^(?:a|nobr)$/, up: inCells },
  { by: /^t[dh]$/, open: /^t[dh]$/, up: /^table$/, all: true },
  { by: /^table$/, open: /^table$/, up: /^(?:td|th|caption|template)$/ },
  { by: /^tr$/, open: /^(?:tr|t[dh])$/, up: /^table$/, all: true },
  { by: /^(?:caption|colgroup|t(?:head|body|foot))$/, open: tableParts, up: /^table$/, all: true },
  { by: tableParts, open: /^(?!template$)/, up: rows, all: true },
]
/** Elements that a browser opens again after those around them ended. */
const reopened = /^(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)$/
/** Elements of a page that end a picture or a formula around them. */
const endsOtherForms =
  /^(?:b|big|blockquote|body|br|center|code|dd|div|dl|dt|em|embed|font|h[1-6]|head|hr|i|img|li|menu|nobr|ol|p|pre|ruby|s|small|span|strong|strike|sub|sup|table|tt|u|ul|var)$/
/** Here a picture or a formula holds a page. */
const holdsPage = new Set(['foreignobject', 'desc', 'mi', 'mo', 'mn', 'ms', 'mtext'])
const framed = new Set(['iframe', 'frame', 'embed', 'object'])
const ofOtherForms = new Set(['svg', 'math'])
/** A part that only Outlook shows. */
const outlookOnly = /^\[if\s[^\]]*\bmso\b[^\]]*\]>(.*)<!\[endif\]$/s
/** Letters between two pauses. */
const chunk = 65_536

interface Open {
  readonly name: string
  readonly sight: Sight
  /** It is not seen itself, or is in something that is not. */
  readonly isDim?: boolean
  /** Its text is not shown, wherever it stands. */
  readonly isUnseen: boolean
  /** It breaks no line. */
  readonly isInline?: boolean
  /** Its letters are drawn in the other order. */
  readonly isReversed?: boolean
  /** How its place around is seen: what may not stand in it, a browser moves there. */
  readonly around?: Open
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
  for (const source of page.afterwards) await page.read(source, pause)
  return page.result(pause)
}

/** Pictures in the page itself take much room and are not read. */
function withoutData(html: string): { text: string; isCut: boolean } {
  const text = html
    .replace(/(data:image\/[a-z+.-]{1,20};base64,)[\w+/=\s]+/gi, '$1')
    .replaceAll('<![CDATA[', '<')
    // A heading ends with the end of any other.
    .replace(/<(\/?)h[2-6](?=[\s/>])/gi, '<$1h1')
  if (text.length <= limits.htmlLetters) return { text, isCut: false }
  const end = limits.htmlLetters / 4
  return { text: `${text.slice(0, limits.htmlLetters - end)}\n${text.slice(-end)}`, isCut: true }
}

const whole: Open = { name: '', sight: plainSight, isUnseen: false }

class Page {
  isCut = false
  /** Parts that only some programs show, read when the rest is read. */
  readonly afterwards: string[] = []
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
  /** Elements that are still looked at to find what has ended. */
  #steps = limits.htmlSteps
  /** How many of these are open. */
  #tables = 0
  #otherForms = 0
  #style: string[] | undefined

  async read(source: string, pause?: () => Promise<void>): Promise<void> {
    let rest = source
    while (rest !== '') {
      this.#elements = []
      this.#tables = 0
      this.#otherForms = 0
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
        if (element?.name === 'table') this.#tables -= 1
        if (ofOtherForms.has(name)) this.#otherForms -= 1
        if (name === 'style') this.#endStyle()
        if (name === 'a' || name === 'button') this.#closeLink()
        if (breaks.has(name) && element !== undefined && element.isInline !== true)
          this.#seen.push('\n')
      },
      oncomment: (text) => {
        const shown = outlookOnly.exec(text)?.[1]
        if (shown !== undefined && this.afterwards.length < 1000) this.afterwards.push(shown)
      },
    }
  }

  /** The element in which a browser puts what comes next. */
  #placeOf(name: string): Open | undefined {
    const last = this.#elements.at(-1)
    const isMoved = last !== undefined && strict.has(last.name) && !tableParts.test(name)
    return isMoved ? last.around : last
  }

  /** Elements end where others begin that cannot stand in them. */
  #endBefore(name: string): void {
    for (const { by, open, up, all } of ends) {
      if (!by.test(name)) continue
      let outermost = -1
      for (let at = this.#elements.length - 1; at >= 0 && this.#steps > 0; at -= 1) {
        this.#steps -= 1
        const other = this.#elements[at]?.name ?? ''
        if (up.test(other)) break
        if (!open.test(other)) continue
        outermost = at
        if (all !== true) break
      }
      if (outermost !== -1) this.#leave(outermost)
    }
  }

  /** All elements that are open from here on have ended: what follows stands in the element around them. */
  #leave(from: number): void {
    let outer = this.#elements[from - 1] ?? whole
    let before = this.#elements[from]
    for (let at = from; at < this.#elements.length; at += 1) {
      const it = this.#elements[at]
      if (it === undefined) return
      const isHiding = !isSeen(it.sight) && (before === undefined || isSeen(before.sight))
      if (at > from && reopened.test(it.name) && (isHiding || isSeen(it.sight))) outer = it
      before = it
      if (it.name === 'table') this.#tables -= 1
      // Within a picture a style may hold elements, which end it.
      if (it.name === 'style') this.#style = undefined
      this.#elements[at] = { ...outer, name: 'span' }
    }
  }

  /** A picture or a formula ends where an element of a page begins in it. */
  #endOtherForms(name: string): void {
    this.#steps -= this.#elements.length
    const at = this.#elements.findLastIndex((it) => holdsPage.has(it.name)) + 1
    const from = this.#elements.findIndex((it, place) => place >= at && ofOtherForms.has(it.name))
    if (from === -1 || !endsOtherForms.test(name)) return
    this.#leave(from)
  }

  #enter(name: string, attributes: Readonly<Record<string, string>>): void {
    if (attributes.style !== undefined && attributes.style !== '') this.#counts.inlineStyles += 1
    if (this.#otherForms > 0 && this.#steps > 0) this.#endOtherForms(name)
    const last = this.#elements.at(-1)
    if (last?.isDim === true) this.#endBefore(name)
    const place = this.#placeOf(name)
    const before = place?.sight ?? plainSight
    const isPart = tableParts.test(name)
    const isLost =
      (isPart && this.#tables === 0) ||
      (name === 'form' && last !== undefined && strict.has(last.name))
    const style = isLost || brief.has(name) ? undefined : this.#sheet.for(name, attributes)
    let sight = style === undefined ? before : sightOf(before, style)
    const isHidden = 'hidden' in attributes && style?.get('display') === undefined
    if (isHidden && !isLost && !brief.has(name)) sight = { ...sight, isGone: true }
    const isUnseen = unseen.has(name) || place?.isUnseen === true
    const isInline = /^inline/.test(style?.get('display') ?? '')
    if (breaks.has(name) && !isInline) this.#seen.push('\n')
    const around = name === 'table' ? place : this.#elements.at(-1)?.around
    const direction = style?.get('direction') ?? attributes.dir?.toLowerCase()
    const isOverridden = name === 'bdo' || /override/.test(style?.get('unicode-bidi') ?? '')
    const isReversed = isOverridden ? direction === 'rtl' : place?.isReversed === true
    const isDim = place?.isDim === true || !isSeen(sight)
    const open = { name, sight, isDim, isUnseen, isInline, isReversed }
    this.#elements.push(around === undefined ? open : { ...open, around })
    if (name === 'table') this.#tables += 1
    if (ofOtherForms.has(name)) this.#otherForms += 1
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
    const place = this.#placeOf('')
    if (place?.isUnseen === true) return
    // Written backwards, so that it is read forwards.
    const shown = place?.isReversed === true ? [...text].reverse().join('') : text
    if (isSeen(place?.sight ?? plainSight)) this.#seen.push(shown)
    else this.#counts.hiddenLetters += text.trim().length
  }

  #endStyle(): void {
    if (this.#style === undefined) return
    this.#sheet.add(this.#style.join(''))
    this.#style = undefined
  }

  async result(pause?: () => Promise<void>): Promise<ReadHtml> {
    if (this.#steps <= 0) this.isCut = true
    const tidied: string[] = []
    for (const piece of piecesOf(this.#seen.join(''))) {
      // Spaces on both sides of a cut are one.
      const before = tidied.pop() ?? ''
      const start = before.trimEnd()
      const next = tidy(before.slice(start.length) + piece)
      tidied.push(start, next)
      await pause?.()
    }
    const whole = tidied.join('').trim()
    const bare = new Set<string>()
    const outside = this.#seen.map((it, at) => (this.#linked.has(at) ? '\u0001' : it)).join('')
    for (const piece of piecesOf(outside)) {
      await pause?.()
      if (bare.size >= limits.links) break
      for (const it of await addressesIn(piece, limits.links - bare.size)) bare.add(it)
    }
    const ofText = [...bare].map((it) => ({ target: openedTarget(it), text: it }))
    const links = [...this.#links, ...ofText]
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
  return forwards(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
}

function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += chunk) pieces.push(text.slice(at, at + chunk))
  return pieces
}

/** A long text from its beginning and its end. */
export function bothEnds(text: string): string {
  if (text.length <= limits.textLetters) return text
  return `${text.slice(0, limits.textLetters - limits.textEnd)}\n${text.slice(-limits.textEnd)}`
}
