import { archiveNames, innerNames } from './archive-names.ts'
import { type AttachedPage, isPageFile, readAttachedPage } from './attached-page.ts'
import { attachmentOf, type PartFile, type ReadAttachment } from './attachment.ts'
import * as limits from './limits.ts'
import { signedContent } from './mime/signed-content.ts'
import type { Part } from './mime/split-message.ts'
import { decodeBody, latin1 } from './mime/transfer.ts'

export interface AttachedFile {
  readonly attachment: ReadAttachment
  /** Undefined for files that are no web page. */
  readonly page?: {
    readonly letters: number
    readonly read: (pause?: () => Promise<void>) => Promise<AttachedPage>
  }
}

/** A file by its headers and what is in it. */
export async function readAttachedFile(part: Part, file: PartFile): Promise<AttachedFile> {
  const { start, end } = endsOf(part)
  const { entries, isEncrypted } = archiveNames(start, end)
  const of = attachmentOf(part, file)
  const attachment = {
    ...of,
    entries: [...of.entries, ...entries, ...(await innerNames(start))],
    isEncrypted: isEncrypted || isEncryptedPdf(start, end),
  }
  if (!isPageFile(of.name, of.type, start)) return { attachment }
  const letters = start === end ? start.length : start.length + end.length
  return { attachment, page: { letters, read: (pause) => readAttachedPage(start, end, pause) } }
}

/** @returns the mail within a signature; undefined for what is encrypted */
export function readSigned({ body, encoding }: Part): Uint8Array | undefined {
  return signedContent(decodeBody(body.subarray(0, limits.encodedBytes), encoding))
}

/** The decoded beginning and end of a file. */
function endsOf({ body, encoding }: Part): { start: Uint8Array; end: Uint8Array } {
  if (body.length <= 2 * limits.fileBytes) {
    const whole = decodeBody(body, encoding)
    return { start: whole, end: whole }
  }
  // Lines of base64 begin at whole groups of letters.
  const line = body.indexOf(10, body.length - limits.fileBytes) + 1
  const end = decodeBody(
    body.subarray(line === 0 ? body.length - limits.fileBytes : line),
    encoding,
  )
  return { start: decodeBody(body.subarray(0, limits.fileBytes), encoding), end }
}

function isEncryptedPdf(start: Uint8Array, end: Uint8Array): boolean {
  const isPdf = latin1(start.subarray(0, 1024)).includes('%PDF')
  return isPdf && latin1(end.subarray(-4096)).includes('/Encrypt')
}
