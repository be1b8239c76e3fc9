import { burn } from '@kenjiuno/msgreader/lib/Burner.js'
import { TypeEnum } from '@kenjiuno/msgreader/lib/Reader.js'

interface OutlookMail {
  readonly headers?: string
  readonly sender?: string
  readonly senderName?: string
  readonly subject?: string
  readonly body?: string
  readonly html?: string
  /** Rich text, compressed or not. */
  readonly rtf?: Uint8Array
  /** More texts by their tags. */
  readonly texts?: Readonly<Record<string, string>>
  /** The code page of the texts; without one they are in UTF-16. */
  readonly codePage?: number
  readonly recipients?: readonly { readonly name: string; readonly address: string }[]
  readonly attachments?: readonly {
    readonly name?: string
    readonly texts?: Readonly<Record<string, string>>
    /** Another mail, or the bytes of a file. */
    readonly content: Uint8Array | OutlookMail
  }[]
}

type Stream = readonly [name: string, content: Uint8Array]

/** A .msg as Outlook saves it, with few of its properties (MS-OXMSG). */
export function outlookFile(mail: OutlookMail): Uint8Array<ArrayBuffer> {
  const entries: Parameters<typeof burn>[0] = [folder('Root Entry', TypeEnum.ROOT)]
  const add = (parent: number, entry: (typeof entries)[number]) => {
    entries.push(entry)
    entries[parent]?.children?.push(entries.length - 1)
    return entries.length - 1
  }
  const addFolder = (parent: number, name: string) => add(parent, folder(name, TypeEnum.DIRECTORY))

  function addMail(place: number, written: OutlookMail, propertiesAt: number): void {
    const { headers, sender, senderName, subject, body, html, rtf, codePage } = written
    const texts: readonly (readonly [string, string | undefined])[] = [
      ['0037', subject],
      ['0C1A', senderName],
      ['0C1F', sender],
      ['1000', body],
      ['007D', headers],
      ...Object.entries(written.texts ?? {}),
    ]
    add(place, file(['__properties_version1.0', properties(propertiesAt, codePage)]))
    for (const [tag, text] of texts) {
      if (text !== undefined) add(place, file(textStream(tag, text, codePage)))
    }
    if (html !== undefined) add(place, file(['__substg1.0_10130102', Buffer.from(html)]))
    if (rtf !== undefined) add(place, file(['__substg1.0_10090102', rtf]))
    for (const [index, { name, address }] of (written.recipients ?? []).entries()) {
      const recipient = addFolder(place, `__recip_version1.0_#0000000${index}`)
      add(recipient, file(textStream('3001', name)))
      add(recipient, file(textStream('39FE', address)))
    }
    for (const [index, { name, texts = {}, content }] of (written.attachments ?? []).entries()) {
      const attachment = addFolder(place, `__attach_version1.0_#0000000${index}`)
      add(attachment, file(['__properties_version1.0', new Uint8Array(8)]))
      const said = name === undefined ? texts : { 3707: name, ...texts }
      for (const [tag, text] of Object.entries(said)) add(attachment, file(textStream(tag, text)))
      if (content instanceof Uint8Array) add(attachment, file(['__substg1.0_37010102', content]))
      else addMail(addFolder(attachment, '__substg1.0_3701000D'), content, 24)
    }
  }

  addMail(0, mail, 32)
  return new Uint8Array(burn(entries))
}

function properties(at: number, codePage: number | undefined): Uint8Array {
  if (codePage === undefined) return new Uint8Array(at)
  const written = new DataView(new ArrayBuffer(at + 16))
  written.setUint32(at, 0x3ffd0003, true)
  written.setUint32(at + 8, codePage, true)
  return new Uint8Array(written.buffer)
}

function textStream(tag: string, text: string, codePage?: number): Stream {
  return codePage === undefined
    ? [`__substg1.0_${tag}001F`, Buffer.from(text, 'utf16le')]
    : [`__substg1.0_${tag}001E`, Buffer.from(text, 'latin1')]
}

function folder(name: string, type: TypeEnum) {
  return { name, type, children: [] as number[], length: 0 }
}

function file([name, content]: Stream) {
  return {
    name,
    type: TypeEnum.DOCUMENT,
    // A copy, because the writer takes the whole memory that a view belongs to.
    binaryProvider: () => new Uint8Array(content),
    length: content.length,
  }
}

/** Rich text as Outlook keeps it, without compression. */
export function storedRtf(rtf: string): Uint8Array {
  const content = Buffer.from(rtf, 'latin1')
  const head = Buffer.alloc(16)
  head.writeUInt32LE(content.length + 12, 0)
  head.writeUInt32LE(content.length, 4)
  head.write('MELA', 8, 'latin1')
  return Buffer.concat([head, content])
}
