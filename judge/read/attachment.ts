import { archiveNames } from './archive-names.ts'
import type { AttachedPage } from './attached-page.ts'
import * as limits from './limits.ts'
import { fieldValue } from './mime/header-text.ts'
import { headerOf, type Part } from './mime/split-message.ts'
import { decodeBody, latin1 } from './mime/transfer.ts'
import { invisible } from './plain-form.ts'

export interface ReadAttachment {
  readonly name: string
  readonly type: string
  readonly isInline: boolean
  /** Names in an archive, and other names of the file itself; empty for other files. */
  readonly entries: readonly string[]
  readonly isEncrypted: boolean
  /** Undefined for other files. */
  readonly page?: AttachedPage
}

/** A part as a file, by its headers. */
export interface PartFile {
  /** As the disposition and the type say it; programs differ in which they show. */
  readonly names: readonly string[]
  readonly isAttached: boolean
  readonly isInline: boolean
}

export function fileOf(part: Part): PartFile {
  const disposition = fieldValue(headerOf(part, 'content-disposition'))
  const names = [
    ...(disposition.parameters.get('filename') ?? []),
    ...(part.parameters.get('name') ?? []),
  ]
  const isInline = disposition.value === 'inline' || headerOf(part, 'content-id') !== ''
  return {
    names: [...new Set(names.map(fileName).filter((it) => it !== ''))],
    isAttached: disposition.value.startsWith('attachment') || (names.length > 0 && !isText(part)),
    isInline,
  }
}

/** A name as a system takes it: without what is not seen, and without dots and spaces at its end. */
function fileName(name: string): string {
  return name
    .replace(invisible, '')
    .replace(/\p{Cc}/gu, '')
    .replace(/[.\s]+$/, '')
    .slice(0, 255)
}

export function readAttachment({ type, encoding, body }: Part, { names, isInline }: PartFile) {
  const [name = '', ...others] = names
  const { start, end } = endsOf(body, encoding)
  const { entries, isEncrypted } = archiveNames(start, end)
  const attachment: ReadAttachment = {
    name,
    type: type.slice(0, 100),
    isInline,
    entries: [...others, ...entries],
    isEncrypted: isEncrypted || isEncryptedPdf(start, end),
  }
  return { attachment, start, end }
}

/** The decoded beginning and end of a file. */
function endsOf(body: Uint8Array, encoding: string): { start: Uint8Array; end: Uint8Array } {
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

export function isText({ type }: Pick<Part, 'type'>): boolean {
  return /^(?:text\/|message\/(?:delivery-status|disposition))/.test(type)
}

export const isCalendar = (type: string) => /^(?:text\/calendar|application\/ics)/.test(type)
