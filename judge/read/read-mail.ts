import type { Unread } from '../judgement.ts'
import type { ReadAttachment } from './attachment.ts'
import { Content, oneLine } from './content.ts'
import * as limits from './limits.ts'
import type { ReadCode, ReadMail } from './mail.ts'
import { type Mailbox, mailboxesIn } from './mime/addresses.ts'
import { narrow } from './mime/charset.ts'
import { decodeWords } from './mime/header-text.ts'
import { headerOf, splitMessage } from './mime/split-message.ts'

export type { Mailbox, ReadAttachment, ReadCode, ReadMail }

/** Reads any bytes: what is broken is read as far as it goes, and named in `unread`. */
export async function readMail(
  message: Uint8Array,
  pause?: () => Promise<void>,
  readCode?: ReadCode,
): Promise<ReadMail> {
  const isTooLong = message.length > limits.messageBytes
  const bytes = narrow(message.subarray(0, limits.messageBytes))
  const { root, hasTooManyParts } = await splitMessage(bytes, pause)
  await pause?.()
  const content = new Content(pause)
  await content.readAll(root)
  if (readCode !== undefined) await content.readCodes(readCode)
  const unread: Unread[] = []
  if (isTooLong || content.isCut) unread.push('too_large')
  if (hasTooManyParts) unread.push('too_many_parts')
  for (const it of content.unread) if (!unread.includes(it)) unread.push(it)
  const field = (key: string) => headerOf(root, key)
  const all = (key: string) => root.headers.filter((it) => it.key === key).map(({ value }) => value)
  if (!['from', 'to', 'subject', 'date', 'received'].some((key) => field(key) !== ''))
    unread.push('no_headers')
  const from = mailboxesIn(field('from'), 1)[0] ?? { name: '', address: '' }
  if (from.address === '' && !unread.includes('no_headers')) unread.push('no_sender')
  return content.mail({
    headers: root.headers.map(({ key, value }) => ({
      key,
      value: decodeWords(value).slice(0, 4000),
    })),
    from,
    replyTo: mailboxesIn(field('reply-to')),
    returnPath: mailboxesIn(field('return-path'), 1)[0]?.address ?? '',
    to: mailboxesIn([...all('to'), ...all('cc')].join(',')),
    subject: oneLine(decodeWords(field('subject'))).slice(0, 1000),
    isReply: field('in-reply-to') !== '' || field('references') !== '',
    unread,
  })
}

/** A text without headers that a person pasted. */
export async function readPasted(text: string, pause?: () => Promise<void>): Promise<ReadMail> {
  const content = new Content(pause)
  await content.addPlain(text.trim())
  return content.mail({
    ...{ headers: [], from: { name: '', address: '' }, replyTo: [], returnPath: '', to: [] },
    ...{ subject: '', isReply: false, unread: ['no_headers', 'authentication'] },
  })
}
