import { pause } from '../../core/ui-state/pause.ts'
import { $mailFileWords } from './mail-file.words.yaml'

export const acceptedFiles = '.eml,.msg,message/rfc822,application/vnd.ms-outlook'

const bytesOfMegabyte = 1_000_000

export interface MailFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Made from a file of Outlook, in which no signature holds. */
  readonly isConverted: boolean
}

/**
 * The problem with chosen or dropped files, before they are read; undefined for one file that may
 * be a mail.
 */
export function problemWith(files: readonly File[], limitBytes: number): string | undefined {
  const { oneFile, notAMail, empty, tooLarge } = $mailFileWords.get()
  const [file] = files
  if (file === undefined || files.length > 1) return oneFile
  if (!isOutlook(file) && !/\.eml$/i.test(file.name) && file.type !== 'message/rfc822') {
    return notAMail
  }
  if (file.size === 0) return empty
  return file.size > limitBytes ? tooLarge({ max: limitBytes / bytesOfMegabyte }) : undefined
}

/** @returns a problem in words if the file is gone, may not be read or is not what its name says */
export async function readMailFile(file: File): Promise<MailFile | { readonly problem: string }> {
  const { unreadable, notConverted } = $mailFileWords.get()
  const isConverted = isOutlook(file)
  try {
    const content = await file.arrayBuffer()
    return { bytes: isConverted ? await convert(content) : new Uint8Array(content), isConverted }
  } catch {
    return { problem: isConverted ? notConverted : unreadable }
  }
}

function isOutlook({ name, type }: File): boolean {
  return /\.msg$/i.test(name) || type === 'application/vnd.ms-outlook'
}

async function convert(content: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
  const { emlFromMsg } = await loadConverter()
  return emlFromMsg(content, pause)
}

/** The reader of Outlook's files, which is large and rarely needed. */
export function loadConverter() {
  return import('../../../../judge/read/outlook/eml-from-msg.ts')
}
