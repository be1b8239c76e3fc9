import type { Unread } from '../judgement.ts'
import type { ReadAttachment } from './attachment.ts'
import type { Mailbox } from './mime/addresses.ts'
import type { Link, ReadHtml } from './read-html.ts'

/** A mail as it was read; all texts are decoded and cut to the limits. */
export interface ReadMail {
  /** Names in lower case, in the order of the mail. */
  readonly headers: readonly { readonly key: string; readonly value: string }[]
  readonly from: Mailbox
  readonly replyTo: readonly Mailbox[]
  readonly returnPath: string
  readonly to: readonly Mailbox[]
  readonly subject: string
  /** The text that a reader sees: pages and plain texts in their order, then mails that are attached. */
  readonly text: string
  readonly plain: string | undefined
  readonly html: ReadHtml | undefined
  readonly links: readonly Link[]
  readonly attachments: readonly ReadAttachment[]
  /** Addresses that QR codes in its pictures open; undefined where no picture was looked at. */
  readonly codes?: readonly string[]
  readonly isReply: boolean
  readonly unread: readonly Unread[]
}

/** The text of a QR code in a picture. */
export type ReadCode = (picture: Uint8Array) => Promise<string | undefined>
