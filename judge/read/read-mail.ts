import PostalMime, { type Address, type Email } from 'postal-mime'
import type { Unread } from '../judgement.ts'
import { archiveNames } from './archive-names.ts'
import { cutMessage } from './cut-message.ts'
import * as limits from './limits.ts'
import { type Link, type ReadHtml, readHtml } from './read-html.ts'

export interface Mailbox {
  readonly name: string
  readonly address: string
}

export interface ReadAttachment {
  readonly name: string
  readonly type: string
  readonly isInline: boolean
  /** Names in an archive; empty for other files. */
  readonly entries: readonly string[]
  readonly isEncrypted: boolean
  readonly text: string
}

/** A mail as it was read; all texts are decoded and cut to the limits. */
export interface ReadMail {
  /** Names in lower case, in the order of the mail. */
  readonly headers: readonly { readonly key: string; readonly value: string }[]
  readonly from: Mailbox
  readonly replyTo: readonly Mailbox[]
  readonly returnPath: string
  readonly to: readonly Mailbox[]
  readonly subject: string
  /** The visible text: the page if there is one, else the plain text. */
  readonly text: string
  readonly plain: string | undefined
  readonly html: ReadHtml | undefined
  readonly links: readonly Link[]
  readonly attachments: readonly ReadAttachment[]
  readonly isReply: boolean
  readonly unread: readonly Unread[]
}

const decoder = new TextDecoder()

/** Reads any bytes: what is broken is read as far as it goes, and named in `unread`. */
export async function readMail(
  message: Uint8Array,
  pause?: () => Promise<void>,
): Promise<ReadMail> {
  const cut = await cutMessage(message, pause)
  await pause?.()
  const unread: Unread[] = []
  if (cut.isTooLarge) unread.push('too_large')
  if (cut.hasTooManyParts) unread.push('too_many_parts')
  const email = await parse(cut.bytes)
  await pause?.()
  if (email === undefined) unread.push('broken')
  return fromEmail(
    email ?? { headers: [], headerLines: [], attachments: [], text: looseText(cut.bytes) },
    unread,
  )
}

async function parse(bytes: Uint8Array): Promise<Email | undefined> {
  try {
    return await PostalMime.parse(bytes, {
      maxNestingDepth: limits.partDepth,
      maxHeadersSize: limits.headerBytes,
      maxRfc822NestingDepth: 3,
    })
  } catch {
    return undefined
  }
}

/** The readable part of what no parser takes. */
function looseText(bytes: Uint8Array): string {
  return decoder.decode(bytes.subarray(0, limits.textLetters))
}

/** Every mail has one of them. */
const ownHeaders = new Set(['from', 'to', 'subject', 'date', 'received'])

function fromEmail(email: Email, unread: Unread[]): ReadMail {
  const html = email.html === undefined || email.html === '' ? undefined : readHtml(email.html)
  const plain = email.text?.slice(0, limits.textLetters).trim()
  const shown = html !== undefined && html.text !== '' ? html.text : (plain ?? '')
  const attachments = email.attachments.slice(0, limits.attachments).map(readAttachment)
  if (!email.headers.some(({ key }) => ownHeaders.has(key))) unread.push('no_headers')
  if (html?.isCut === true && !unread.includes('too_large')) unread.push('too_large')
  if (attachments.some((it) => it.isEncrypted)) unread.push('encrypted_attachment')
  const pictures =
    attachments.some((it) => it.type.startsWith('image/')) || (html?.pictures ?? 0) > 0
  if (shown.length < 40) unread.push(pictures ? 'pictures' : 'no_text')
  return {
    headers: email.headers.map(({ key, value }) => ({ key, value: value.slice(0, 4000) })),
    from: mailboxes(email.from === undefined ? [] : [email.from])[0] ?? { name: '', address: '' },
    replyTo: mailboxes(email.replyTo ?? []),
    returnPath: (email.returnPath ?? '').slice(0, 320),
    to: mailboxes([...(email.to ?? []), ...(email.cc ?? [])]),
    subject: (email.subject ?? '').slice(0, 1000),
    text: shown,
    plain: plain === '' ? undefined : plain,
    html,
    links: html !== undefined && html.links.length > 0 ? html.links : linksIn(plain ?? ''),
    attachments,
    isReply: email.inReplyTo !== undefined || email.references !== undefined,
    unread,
  }
}

function mailboxes(addresses: readonly Address[]): Mailbox[] {
  return addresses
    .slice(0, 100)
    .flatMap((it) => (it.group === undefined ? [it] : it.group.slice(0, 100)))
    .map(({ name, address }) => ({
      name: name.slice(0, 200),
      address: address.slice(0, 320).toLowerCase(),
    }))
}

const webAddress = /\b(?:https?:\/\/|www\.)[^\s<>"')\]]{3,1000}/gi

/** The links of a plain text, which hide nothing. */
function linksIn(text: string): Link[] {
  const found: Link[] = []
  for (const [address] of text.matchAll(webAddress)) {
    if (found.length === limits.links) break
    found.push({ target: address.startsWith('www') ? `http://${address}` : address, text: address })
  }
  return found
}

function readAttachment(attachment: Email['attachments'][number]): ReadAttachment {
  const { content, filename, mimeType } = attachment
  const bytes = typeof content === 'string' ? new Uint8Array() : new Uint8Array(content)
  const name = (filename ?? '').slice(0, 255)
  const { entries, isEncrypted } = archiveNames(bytes)
  const isPage =
    /^(?:text\/html|application\/xhtml|image\/svg)/.test(mimeType) ||
    /\.(?:s?html?|svg)$/i.test(name)
  return {
    name,
    type: mimeType.slice(0, 100),
    isInline: attachment.related === true || attachment.disposition === 'inline',
    entries,
    isEncrypted: isEncrypted || isEncryptedPdf(bytes),
    text: isPage ? decoder.decode(bytes.subarray(0, limits.textLetters)) : '',
  }
}

function isEncryptedPdf(bytes: Uint8Array): boolean {
  const isPdf = bytes[0] === 37 && bytes[1] === 80 && bytes[2] === 68 && bytes[3] === 70
  return isPdf && decoder.decode(bytes.subarray(-2048)).includes('/Encrypt')
}

/** A pasted text, which has no headers. */
export function readPasted(text: string): ReadMail {
  return fromEmail(
    { headers: [], headerLines: [], attachments: [], text: text.slice(0, limits.textLetters) },
    ['authentication'],
  )
}
