import { type Folder, isCompoundFile, openCompoundFile } from './compound-file.ts'
import { decompressRtf, htmlFromRtf } from './rtf.ts'
import { isTnef, openTnef } from './tnef.ts'

/** The parts of a mail in an Outlook file (MS-OXMSG). Texts and files are read on demand. */
export interface OutlookMail {
  /** The header lines as they came; undefined for a mail that was never sent. */
  readonly headers: string | undefined
  readonly sender: Person
  readonly recipients: readonly Person[]
  readonly subject: string
  readonly plain: string | undefined
  /** The markup as it is kept. */
  readonly html: Uint8Array<ArrayBuffer> | undefined
  /** The encoding of the markup, where it is known. */
  readonly charset: string | undefined
  readonly attachments: readonly OutlookAttachment[]
}

interface Person {
  readonly name: string
  /** '' where the file has Exchange's own address alone. */
  readonly address: string
}

export interface OutlookAttachment {
  /** '' for one without. */
  readonly name: string
  readonly type: string | undefined
  /** Where it lies on the web, for one that is not in the file. */
  readonly url: string | undefined
  /** A mail that was attached is a mail here too. */
  readonly read: () => Uint8Array<ArrayBuffer> | OutlookMail
}

/** A mail within a mail lacks 8 of the bytes before its properties. */
const topPropertiesAt = 32
const innerPropertiesAt = 24
const propertyBytes = 16
/** Numbers among the properties: the code pages of the texts and of the markup, and which body was written. */
const codePageTag = 0x3ffd0003
const markupCodePageTag = 0x3fde0003
const nativeBodyTag = 0x10160003
const richText = 2

/** @throws Error for a file that is not one of Outlook's, or is broken */
export function openOutlookMail(file: ArrayBuffer): OutlookMail {
  if (isTnef(file)) return mailIn(openTnef(file), innerPropertiesAt)
  return mailIn(openCompoundFile(file), topPropertiesAt)
}

function mailIn(folder: Folder, propertiesAt: number): OutlookMail {
  const numbers = numbersIn(folder, propertiesAt)
  const decoder = decoderOfCodePage(numbers.get(codePageTag) ?? 1252)
  const decode = (bytes: Uint8Array) => decoder.decode(bytes)
  const foldersOf = (name: string) =>
    folder.folders.filter((it) => it.name.startsWith(name)).map((it) => it.open())
  const texts = textsIn(folder, decode)
  const first = (...tags: readonly string[]) =>
    tags.map(texts).find((it) => it !== undefined && it !== '')
  return {
    headers: texts('007d'),
    sender: {
      name: first('0c1a', '0042') ?? '',
      address: addressAmong(['5d01', '0c1f', '5d02', '0065'].map(texts)),
    },
    recipients: foldersOf('__recip_version1.0_').map((recipient) => {
      const of = textsIn(recipient, decode)
      return { name: of('3001') ?? '', address: addressAmong([of('39fe'), of('3003')]) }
    }),
    subject: texts('0037') ?? '',
    plain: texts('1000'),
    ...markupIn(folder, texts, numbers),
    attachments: foldersOf('__attach_version1.0_').map((it) => attachmentIn(it, decode)),
  }
}

/** Exchange has addresses of its own, such as `/o=ExchangeLabs/…`, which tell a reader nothing. */
function addressAmong(found: readonly (string | undefined)[]): string {
  return found.find((it) => it?.includes('@') === true && !it.startsWith('/')) ?? ''
}

/** The page, or what the rich text has in its place. */
function markupIn(
  folder: Folder,
  texts: (tag: string) => string | undefined,
  numbers: ReadonlyMap<number, number>,
): Pick<OutlookMail, 'html' | 'charset'> {
  const html = streamOf(folder, '10130102')
  const text = texts('1013')
  const hasPage = (html ?? text ?? '').length > 0
  if (!hasPage || numbers.get(nativeBodyTag) === richText) {
    const rich = htmlFromRtf(decompressRtf(streamOf(folder, '10090102') ?? new Uint8Array()))
    if (rich !== '') return { html: new TextEncoder().encode(rich), charset: 'utf-8' }
  }
  if (html === undefined && text !== undefined) {
    return { html: new TextEncoder().encode(text), charset: 'utf-8' }
  }
  const codePage = numbers.get(markupCodePageTag)
  return { html, charset: codePage === undefined ? undefined : `cp${codePage}` }
}

function attachmentIn(folder: Folder, decode: Decode): OutlookAttachment {
  const texts = textsIn(folder, decode)
  const inner = folder.folders.find(({ name }) => name === '__substg1.0_3701000d')
  const first = (...tags: readonly string[]) =>
    tags.map(texts).find((it) => it !== undefined && it !== '') ?? ''
  const name = first('3707', '3704', '3001')
  const extension = first('3703')
  const url = first('370d')
  return {
    name: /\.[^.]*$/.test(name) ? name : `${name}${extension}`,
    type: texts('370e'),
    url: /^https?:/i.test(url) ? url : undefined,
    read: () => {
      const mail = inner?.open()
      // An object of another program lies in such a folder, too.
      if (mail?.streams.has(propertiesName) === true) return mailIn(mail, innerPropertiesAt)
      const content = streamOf(folder, '37010102') ?? new Uint8Array()
      return mailInFile(name, content) ?? content
    },
  }
}

/** A mail of Outlook that was attached as a file. */
function mailInFile(name: string, { buffer }: Uint8Array<ArrayBuffer>): OutlookMail | undefined {
  if (!/\.msg$/i.test(name) || !isCompoundFile(buffer)) return undefined
  try {
    return openOutlookMail(buffer)
  } catch {
    return undefined
  }
}

function streamOf({ streams }: Folder, tag: string): Uint8Array<ArrayBuffer> | undefined {
  return streams.get(`__substg1.0_${tag}`)?.()
}

type Decode = (bytes: Uint8Array) => string

const utf16 = new TextDecoder('utf-16le')

/** Texts by their tags: in UTF-16, or in the code page of the mail. */
function textsIn(folder: Folder, decode: Decode) {
  return (tag: string): string | undefined => {
    const wide = streamOf(folder, `${tag}001f`)
    if (wide !== undefined) return untilNull(utf16.decode(wide))
    const narrow = streamOf(folder, `${tag}001e`)
    return narrow === undefined ? undefined : untilNull(decode(narrow))
  }
}

function untilNull(text: string): string {
  const end = text.indexOf('\0')
  return end === -1 ? text : text.slice(0, end)
}

const propertiesName = '__properties_version1.0'

function numbersIn({ streams }: Folder, propertiesAt: number): ReadonlyMap<number, number> {
  const properties = streams.get(propertiesName)?.() ?? new Uint8Array()
  const view = new DataView(properties.buffer)
  const numbers = new Map<number, number>()
  for (let at = propertiesAt; at + propertyBytes <= view.byteLength; at += propertyBytes) {
    const tag = view.getUint32(at, true)
    if ([codePageTag, markupCodePageTag, nativeBodyTag].includes(tag))
      numbers.set(tag, view.getUint32(at + 8, true))
  }
  return numbers
}

/** Browsers know the code pages of Windows by their numbers. */
function decoderOfCodePage(codePage: number): TextDecoder {
  try {
    return new TextDecoder(codePage === 65001 ? 'utf-8' : `windows-${codePage}`)
  } catch {
    return new TextDecoder('windows-1252')
  }
}
