import { burn } from '@kenjiuno/msgreader/lib/Burner.js'
import { TypeEnum } from '@kenjiuno/msgreader/lib/Reader.js'

interface OutlookMail {
  readonly headers?: string
  readonly sender?: string
  readonly senderName?: string
  readonly subject?: string
  readonly body?: string
  readonly attachments?: readonly { readonly name: string; readonly content: Uint8Array }[]
}

type Stream = readonly [name: string, content: Uint8Array]

/** A .msg as Outlook saves it, with few of its properties (MS-OXMSG). */
export function outlookFile(mail: OutlookMail): Uint8Array<ArrayBuffer> {
  const { headers, sender, senderName, subject, body, attachments = [] } = mail
  const texts: readonly (readonly [string, string | undefined])[] = [
    ['0037', subject],
    ['0C1A', senderName],
    ['0C1F', sender],
    ['1000', body],
    ['007D', headers],
  ]
  const top = texts.flatMap(([tag, text]) => (text === undefined ? [] : [textStream(tag, text)]))
  const entries: Parameters<typeof burn>[0] = [folder('Root Entry', TypeEnum.ROOT)]
  const add = (parent: number, entry: (typeof entries)[number]) => {
    entries.push(entry)
    entries[parent]?.children?.push(entries.length - 1)
    return entries.length - 1
  }
  for (const stream of [['__properties_version1.0', new Uint8Array(32)] as const, ...top]) {
    add(0, file(stream))
  }
  for (const [index, { name, content }] of attachments.entries()) {
    const place = add(0, folder(`__attach_version1.0_#0000000${index}`, TypeEnum.DIRECTORY))
    for (const stream of [
      ['__properties_version1.0', new Uint8Array(8)] as const,
      textStream('3707', name),
      ['__substg1.0_37010102', content] as const,
    ]) {
      add(place, file(stream))
    }
  }
  return new Uint8Array(burn(entries))
}

function textStream(tag: string, text: string): Stream {
  return [`__substg1.0_${tag}001F`, Buffer.from(text, 'utf16le')]
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
