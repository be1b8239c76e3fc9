import type { Unread } from '../judgement.ts'
import type { AttachedFile } from './attached-file.ts'
import type { AttachedPage } from './attached-page.ts'
import {
  attachmentOf,
  fileOf,
  isCalendar,
  isText,
  type PartFile,
  type ReadAttachment,
} from './attachment.ts'
import * as limits from './limits.ts'
import type { ReadCode, ReadMail } from './mail.ts'
import { decodeText } from './mime/charset.ts'
import { decodeWords } from './mime/header-text.ts'
import { headerOf, type Part, splitMessage } from './mime/split-message.ts'
import { bytesOf, decodeBody, latin1 } from './mime/transfer.ts'
import { addressesIn, openedTarget } from './opened-target.ts'
import { forwards } from './plain-form.ts'
import { bothEnds, type Link, type ReadHtml, readHtml } from './read-html.ts'

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The reader of files, which most mail that is tried on a page does not have. */
export const loadFileReader = () => import('./attached-file.ts')

type OfHeaders = Omit<ReadMail, 'text' | 'plain' | 'html' | 'links' | 'attachments' | 'codes'>

/** The words with which a mail leads to a code. */
const scans = /\bqr\b|\bscan|barcode|\bcamera|escane|رمز الاستجابة|(?:ا|ب|ل)?مسح|الكاميرا|كاميرا/i
const dataPicture = /data:image\/(?:png|jpe?g);base64,([\w+/=\s]{100,1400000})/gi

/** Letters at either end of a plain text, and of both with the line between them. */
const mostPlain = 500_000
const longestPlain = 2 * mostPlain + 1

/** The content of a mail's parts. */
export class Content {
  isCut = false
  readonly unread = new Set<Unread>()
  readonly #shown: string[] = []
  readonly #plain: string[] = []
  readonly #pages: ReadHtml[] = []
  readonly #links: Link[] = []
  readonly #attachments: ReadAttachment[] = []
  /** The first ones, as they were sent. */
  readonly #pictures: Pick<Part, 'body' | 'encoding'>[] = []
  #codes: string[] | undefined
  #letters = 0
  #mails = 0

  readonly #pause: (() => Promise<void>) | undefined

  constructor(pause?: () => Promise<void>) {
    this.#pause = pause
  }

  /** A text that is the whole mail is shown, even if it is called an attachment. */
  async readAll(root: Part): Promise<void> {
    if (root.parts.length > 0 || !isText(root)) await this.read(root)
    else if (isPage(root)) await this.#addPage(await this.#textOf(root))
    else if (!isCalendar(root.type)) await this.#addText(root)
    else await this.read(root)
  }

  async read(part: Part): Promise<void> {
    if (part.parts.length === 0) return await this.#readLeaf(part)
    if (part.type.startsWith('message/')) {
      this.#mails += 1
      for (const mail of part.parts) {
        if (this.#mails > limits.mailDepth * 5) this.isCut = true
        else await this.#readAttached(mail)
      }
    } else if (part.type === 'multipart/alternative') await this.#readAlternative(part)
    else for (const it of part.parts) await this.read(it)
  }

  /** A forwarded mail is shown below the one that holds it, with its subject. */
  async #readAttached(mail: Part): Promise<void> {
    const subject = oneLine(decodeWords(headerOf(mail, 'subject')))
    if (subject !== '') this.#shown.push(subject)
    await this.read(mail)
  }

  /** The last form that a program can show, which is a page if there is one; an invitation is shown beside it. */
  async #readAlternative({ parts }: Part): Promise<void> {
    const pages = parts.filter((it) => holds(it, isPage))
    const chosen = pages.at(-1) ?? parts.findLast((it) => holds(it, isText)) ?? parts.at(-1)
    const before = this.#shown.length
    for (const part of parts) {
      if (part === chosen || !isLeafText(part)) await this.read(part)
      else if (isCalendar(part.type)) await this.#readLeaf(part)
      else this.#plain.push((await this.#textOf(part)).trim())
    }
    // A page without text leaves the other form to be read.
    const isEmpty = this.#shown.slice(before).every((it) => it === '')
    if (isEmpty) this.#shown.push(this.#plain.at(-1) ?? '')
  }

  async #readLeaf(part: Part): Promise<void> {
    const { type, body } = part
    if (body.length === 0) return
    const file = fileOf(part)
    if (isPage(part) && !file.isAttached) await this.#addPage(await this.#textOf(part))
    else if (isCalendar(type) || /\.ics$/i.test(file.names[0] ?? '')) {
      await this.#addInvitation(calendarText(this.#ends(await this.#textOf(part))))
      this.#attachments.push(attachmentOf(part, file))
    } else if (isText(part) && !file.isAttached) await this.#addText(part)
    else if (this.#attachments.length < limits.attachments) {
      if (type.startsWith('image/')) this.#keepPicture(part)
      if (await this.#readSealed(part, file)) return
      const { readAttachedFile } = await loadFileReader()
      const attached = await readAttachedFile(part, file)
      const { attachment } = attached
      const page = await this.#readPage(attached)
      this.#attachments.push(page === undefined ? attachment : { ...attachment, page })
      await this.#readInside(part, attachment.name)
    } else this.isCut = true
    await this.#pause?.()
  }

  async #addText(part: Part): Promise<void> {
    const text = this.#ends(await this.#textOf(part))
    if (part.type === 'text/enriched' || part.type === 'text/richtext') {
      return this.addPlain(text.replace(/<\/?[a-z][^<>]{0,60}>/gi, ''))
    }
    if (part.type === 'text/rtf') {
      return this.addPlain(
        text.replace(/\\par\b/g, '\n').replace(/\\[a-z]+-?\d* ?|\\'..|[{}]/g, ''),
      )
    }
    if (/^-----BEGIN PGP MESSAGE-----/m.test(text)) this.unread.add('encrypted')
    const files = [...text.matchAll(/^begin [0-7]{3} (\S.{0,200})$/gm)]
    for (const [, name = ''] of files.slice(0, 20)) {
      this.#attachments.push(
        attachmentOf(part, { names: [name], isAttached: true, isInline: false }),
      )
    }
    await this.addPlain(text)
  }

  /** Blank lines are nothing, and of a text far beyond what is kept its end counts as its beginning does. */
  #ends(text: string): string {
    const said = text.trim()
    if (said.length <= 2 * mostPlain) return said
    this.isCut = true
    return `${said.slice(0, mostPlain)}\n${said.slice(-mostPlain)}`
  }

  /** @returns true for a mail within its signature, which was read */
  async #readSealed(part: Part, { names }: PartFile): Promise<boolean> {
    const { type } = part
    if (type === 'application/pgp-encrypted') this.unread.add('encrypted')
    if (!/^application\/(?:x-)?pkcs7-mime$/.test(type) && !/^smime\.p7m$/i.test(names[0] ?? ''))
      return false
    const { readSigned } = await loadFileReader()
    const content = readSigned(part)
    if (content === undefined || this.#mails >= limits.mailDepth) {
      this.unread.add('encrypted')
      return false
    }
    this.#mails += 1
    await this.#readMessage(content)
    return true
  }

  async #readMessage(message: Uint8Array): Promise<void> {
    const { root, hasTooManyParts } = await splitMessage(message, this.#pause)
    if (hasTooManyParts) this.unread.add('too_many_parts')
    await this.#readAttached(root)
  }

  #keepPicture({ body, encoding }: Pick<Part, 'body' | 'encoding'>): void {
    const isSmall = body.length < limits.pictureBytes
    if (isSmall && this.#pictures.length < limits.pictures) this.#pictures.push({ body, encoding })
  }

  /** Where a mail may lead its readers by a code: to look at every picture takes long. */
  async readCodes(readCode: ReadCode): Promise<void> {
    const text = this.#shown.join('\n')
    const isLikely = text.length < 200 || this.#links.length === 0 || scans.test(text)
    if (!isLikely || this.#pictures.length === 0) return
    this.#codes = []
    for (const { body, encoding } of this.#pictures) {
      const target = openedTarget((await readCode(decodeBody(body, encoding))) ?? '')
      if (!/^https?:/.test(target)) continue
      this.#codes.push(target)
      this.#links.push({ target, text: '' })
    }
  }

  /** A page that is attached is read below the mail, as its reader would. */
  async #readPage({ page: found }: AttachedFile): Promise<AttachedPage | undefined> {
    if (found === undefined) return undefined
    if (this.#letters > limits.htmlLetters) {
      this.isCut = true
      return undefined
    }
    this.#letters += found.letters
    const page = await found.read(this.#pause)
    this.#shown.push(page.text)
    this.#links.push(...page.links)
    return page
  }

  /** A mail that is sent as a file. */
  async #readInside(part: Part, name: string): Promise<void> {
    for (const url of part.parameters.get('url') ?? [])
      this.#links.push({ target: openedTarget(url), text: '' })
    const isPacked = part.type === 'application/ms-tnef' || /^winmail\.dat$/i.test(name)
    const isOutlook = isPacked || /\.msg$/i.test(name) || part.type === 'application/vnd.ms-outlook'
    if (!(isOutlook || /\.(?:eml|mht(?:ml)?)$/i.test(name))) return
    if (this.#mails >= limits.mailDepth) {
      if (isPacked) this.unread.add('packed')
      return
    }
    this.#mails += 1
    if (part.body.length > limits.encodedBytes * 2) this.isCut = true
    const bytes = decodeBody(part.body.subarray(0, limits.encodedBytes * 2), part.encoding)
    const message = isOutlook ? await this.#fromOutlook(bytes) : bytes
    if (message !== undefined) await this.#readMessage(message)
    else if (isPacked) this.unread.add('packed')
  }

  /** The reader of Outlook's files is large and rarely needed. */
  async #fromOutlook(bytes: Uint8Array): Promise<Uint8Array | undefined> {
    const { emlFromMsg } = await import('./outlook/eml-from-msg.ts')
    try {
      return await emlFromMsg(Uint8Array.from(bytes).buffer, this.#pause)
    } catch {
      return undefined
    }
  }

  async addPlain(text: string): Promise<void> {
    const plain = forwards(await withoutFiller(text, this.#pause)).trim()
    if (plain === '') return
    if (plain.length > limits.textLetters) this.isCut = true
    this.#plain.push(plain)
    this.#shown.push(plain)
    const addresses = await addressesIn(plain.slice(0, 1_000_000), limits.links, this.#pause)
    this.#links.push(...addresses.map((it) => ({ target: openedTarget(it), text: it })))
  }

  async #addPage(html: string): Promise<void> {
    if (this.#letters > limits.htmlLetters) {
      this.isCut = true
      return
    }
    this.#letters += html.length
    for (const [, data = ''] of html.matchAll(dataPicture)) {
      if (this.#pictures.length === limits.pictures) break
      if (data.length >= limits.pictureBytes) continue
      this.#keepPicture({ body: bytesOf(data), encoding: 'base64' })
    }
    const page = await readHtml(html, this.#pause)
    if (page.isCut || page.isLong) this.isCut = true
    this.#pages.push(page)
    this.#shown.push(await withoutFiller(page.text))
    this.#links.push(...page.links)
  }

  /** Programs show the markup in the text of an invitation, with its links. */
  async #addInvitation(text: string): Promise<void> {
    if (!/<[a-z!]/i.test(text)) return this.addPlain(text)
    const page = await readHtml(text.replaceAll('\n', '<br>'), this.#pause)
    this.#plain.push(page.text)
    this.#shown.push(page.text)
    this.#links.push(...page.links)
  }

  async #textOf({ type, parameters, encoding, body }: Part): Promise<string> {
    if (body.length > limits.encodedBytes) this.isCut = true
    const bytes = decodeBody(body.subarray(0, limits.encodedBytes), encoding)
    await this.#pause?.()
    const said = parameters.get('charset')?.[0]
    const isHtml = type === 'text/html'
    const meta = isHtml
      ? /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(latin1(bytes.subarray(0, 2048)))?.[1]
      : undefined
    await this.#pause?.()
    const text = decodeText(bytes, said ?? meta)
    await this.#pause?.()
    return text
  }

  mail(ofHeaders: OfHeaders): ReadMail {
    const html = merged(this.#pages)
    const plain = this.#plain.join('\n\n').slice(0, limits.textLetters).trim()
    const text = this.#shown.filter((it) => it !== '').join('\n')
    const attachments = this.#attachments
    const unread = [...ofHeaders.unread]
    if (attachments.some((it) => it.isEncrypted)) unread.push('encrypted_attachment')
    const hasPictures =
      attachments.some((it) => it.type.startsWith('image/')) || (html?.pictures ?? 0) > 0
    if (text.length < 40) unread.push(hasPictures ? 'pictures' : 'no_text')
    const links = this.#links
    return {
      ...ofHeaders,
      text: bothEnds(text),
      plain: plain === '' ? undefined : plain,
      html,
      links: links.length > limits.links ? [...links.slice(0, 400), ...links.slice(-100)] : links,
      attachments,
      ...(this.#codes === undefined ? {} : { codes: this.#codes }),
      unread,
    }
  }
}

const wordless = /(?:\n[^\p{L}\p{N}\n]{0,80}){4,400}/gu
/** Many lines without a word say nothing, and would thin out what is said. */
async function withoutFiller(text: string, pause?: () => Promise<void>): Promise<string> {
  const kept: string[] = []
  for (let at = 0; at < text.length; at += longestPlain) {
    if (at > 0) await pause?.()
    const piece = text.slice(at, at + longestPlain)
    kept.push(piece.replace(wordless, (lines) => (lines.split('\n').length > 20 ? '\n' : lines)))
  }
  return kept.join('')
}

/** Several pages are shown below each other. */
function merged(pages: readonly ReadHtml[]): ReadHtml | undefined {
  const [first] = pages
  if (first === undefined || pages.length === 1) return first
  const sum = (of: (page: ReadHtml) => number) => pages.reduce((all, it) => all + of(it), 0)
  return {
    text: pages.map(({ text }) => text).join('\n'),
    links: pages.flatMap(({ links }) => links),
    hiddenLetters: sum((it) => it.hiddenLetters),
    pictures: sum((it) => it.pictures),
    farPictures: sum((it) => it.farPictures),
    tags: sum((it) => it.tags),
    tables: sum((it) => it.tables),
    forms: sum((it) => it.forms),
    passwordFields: sum((it) => it.passwordFields),
    scripts: sum((it) => it.scripts),
    refreshes: sum((it) => it.refreshes),
    frames: sum((it) => it.frames),
    styleLetters: sum((it) => it.styleLetters),
    inlineStyles: sum((it) => it.inlineStyles),
    hasHead: pages.some((it) => it.hasHead),
    isCut: pages.some((it) => it.isCut),
    isLong: pages.some((it) => it.isLong),
  }
}

function isPage({ type }: Pick<Part, 'type'>): boolean {
  return type === 'text/html'
}

const isLeafText = (part: Part) => part.parts.length === 0 && isText(part)

function holds(part: Part, test: (part: Part) => boolean): boolean {
  return part.parts.length === 0 ? test(part) : part.parts.some((it) => holds(it, test))
}

/** The text of an invitation, whose lines may go on in the next. Only a line feed ends one. */
function calendarText(text: string): string {
  return [
    ...text
      .replace(/\r?\n[ \t]/g, '')
      .matchAll(
        /(?<=^|\n)(?:SUMMARY|DESCRIPTION|LOCATION|URL|COMMENT|X-ALT-DESC)(?:"[^"\n]*"|[^":\n]){0,200}:([^\n]*)/gi,
      ),
  ]
    .map(([, said = '']) => said.replace(/\r$/, '').replace(/\\n/gi, '\n').replace(/\\(.)/g, '$1'))
    .join('\n')
}
