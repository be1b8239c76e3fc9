import type { AttachedPage } from './attached-page.ts'
import { fieldValue } from './mime/header-text.ts'
import { headerOf, type Part } from './mime/split-message.ts'
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

/** As the headers say it. */
export function attachmentOf({ type }: Part, { names, isInline }: PartFile): ReadAttachment {
  const [name = '', ...entries] = names
  return { name, type: type.slice(0, 100), isInline, entries, isEncrypted: false }
}

export function isText({ type }: Pick<Part, 'type'>): boolean {
  return /^(?:text\/|message\/(?:delivery-status|disposition))/.test(type)
}

export const isCalendar = (type: string) => /^(?:text\/calendar|application\/ics)/.test(type)
