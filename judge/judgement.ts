import type { ReasonCode } from './reasons/codes.ts'

/** A finding about a mail, for or against it, as a code with its values. */
export interface Reason {
  readonly code: ReasonCode
  readonly speaks: 'against' | 'for'
  /** Values for the words of the code: domains, names, counts. */
  readonly values: Readonly<Record<string, string | number>>
  /** Where it stands in the mail; absent if it concerns the whole mail. */
  readonly place?: Place
}

/** The part of a mail that a reason is about. */
export interface Place {
  readonly part: 'from' | 'reply-to' | 'subject' | 'text' | 'link' | 'attachment'
  /** The text there, as it stands in the mail, at most 200 characters. */
  readonly text: string
}

/** Parts that could not be read, and so were not judged. */
export type Unread =
  | 'no_headers'
  | 'no_sender'
  | 'no_text'
  | 'too_large'
  | 'too_many_parts'
  | 'encrypted_attachment'
  /** The whole mail is encrypted, or packed in a form of Outlook's own (`winmail.dat`) that is broken. */
  | 'encrypted'
  | 'packed'
  | 'pictures'
  | 'authentication'

export interface Judgement {
  /** 0 to 1, calibrated: of mails with 0.9, nine in ten are attacks. */
  readonly score: number
  /** The judge alone never calls a mail malicious. */
  readonly level: 'safe' | 'suspicious'
  /** At most six, the strongest first. */
  readonly reasons: readonly Reason[]
  /** The version of the model. */
  readonly model: string
  readonly unread: readonly Unread[]
}
