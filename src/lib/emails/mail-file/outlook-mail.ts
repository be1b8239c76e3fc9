import { type Folder, openCompoundFile } from './compound-file.ts'

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
  readonly attachments: readonly OutlookAttachment[]
}

interface Person {
  readonly name: string
  readonly address: string
}

export interface OutlookAttachment {
  readonly name: string
  readonly type: string | undefined
  /** A mail that was attached is a mail here too. */
  readonly read: () => Uint8Array<ArrayBuffer> | OutlookMail
}

/** A mail within a mail lacks 8 of the bytes before its properties. */
const topPropertiesAt = 32
const innerPropertiesAt = 24
const propertyBytes = 16
/** PidTagMessageCodepage, a number. */
const codePageTag = 0x3ffd0003

/** @throws Error for a file that is not one of Outlook's, or is broken */
export function openOutlookMail(file: ArrayBuffer): OutlookMail {
  return mailIn(openCompoundFile(file), topPropertiesAt)
}

function mailIn(folder: Folder, propertiesAt: number): OutlookMail {
  const decode = decoderOf(folder, propertiesAt)
  const foldersOf = (name: string) =>
    folder.folders.filter((it) => it.name.startsWith(name)).map((it) => it.open())
  const texts = textsIn(folder, decode)
  return {
    headers: texts('007d'),
    sender: { name: texts('0c1a') ?? '', address: texts('5d01') ?? texts('0c1f') ?? '' },
    recipients: foldersOf('__recip_version1.0_').map((recipient) => {
      const { name = '', smtp, address = '' } = personIn(textsIn(recipient, decode))
      return { name, address: smtp ?? address }
    }),
    subject: texts('0037') ?? '',
    plain: texts('1000'),
    html: streamOf(folder, '10130102') ?? encoded(texts('1013')),
    attachments: foldersOf('__attach_version1.0_').map((it) => attachmentIn(it, decode)),
  }
}

function personIn(texts: (tag: string) => string | undefined) {
  return { name: texts('3001'), smtp: texts('39fe'), address: texts('3003') }
}

function attachmentIn(folder: Folder, decode: Decode): OutlookAttachment {
  const texts = textsIn(folder, decode)
  const mail = folder.folders.find(({ name }) => name === '__substg1.0_3701000d')
  return {
    name: texts('3707') ?? texts('3704') ?? texts('3001') ?? '',
    type: texts('370e'),
    read: () =>
      mail === undefined
        ? (streamOf(folder, '37010102') ?? new Uint8Array())
        : mailIn(mail.open(), innerPropertiesAt),
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

function encoded(text: string | undefined): Uint8Array<ArrayBuffer> | undefined {
  return text === undefined ? undefined : new TextEncoder().encode(text)
}

function decoderOf({ streams }: Folder, propertiesAt: number): Decode {
  const properties = streams.get('__properties_version1.0')?.() ?? new Uint8Array()
  const view = new DataView(properties.buffer)
  let codePage = 1252
  for (let at = propertiesAt; at + propertyBytes <= view.byteLength; at += propertyBytes) {
    if (view.getUint32(at, true) === codePageTag) codePage = view.getUint32(at + 8, true)
  }
  const decoder = decoderOfCodePage(codePage)
  return (bytes) => decoder.decode(bytes)
}

/** Browsers know the code pages of Windows by their numbers. */
function decoderOfCodePage(codePage: number): TextDecoder {
  try {
    return new TextDecoder(codePage === 65001 ? 'utf-8' : `windows-${codePage}`)
  } catch {
    return new TextDecoder('windows-1252')
  }
}
