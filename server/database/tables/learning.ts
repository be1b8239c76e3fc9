import type { ThreatLevel } from '../../../contract/emails/threat-level.ts'
import type { LayerChange, MarkSource, VersionCause } from '../../../contract/judge/learning.ts'

/* An organization teaches its judge; see judge/learning/. */

export interface Learning {
  organization_id: string
  /** 1 if the judge also learns from ordinary mail. */
  learns_from_mail: 0 | 1
  /** When that was chosen; null until then. */
  chosen_at: string | null
  /** The version in use; 0 for none. */
  version: number
  /** Changes with everything that the judge has to read again. */
  revision: number
  /** Until then one server learns; null while none does. */
  leased_until: string | null
  /** When a version was last refused by the guards; null for never. */
  refused_at: string | null
  /** Why, as JSON; empty for never. */
  refused: string
}

export interface LearntVersions {
  organization_id: string
  /** From 1; the highest one is in use. */
  number: number
  cause: VersionCause
  made_at: string
  /** A version learns for a day. */
  changed_at: string
  /** The day on which what is too old was last taken out. */
  faded_on: string
  /** The shared model with which the guards allowed it. */
  model: string
  marks: number
  mails: number
  /** Packed and in base64. */
  layer: string
  /** The table of it that judging needs, packed and in base64; empty where the version is not in use. */
  judging: string
}

/** The tables of what organizations teach their judge, a row's references before it. */
export const learningTables = [
  'learning',
  'learnt_versions',
  'pending_lessons',
  'mail_lessons',
  'marks',
] as const

/** A judged mail whose final verdict has not come. */
export interface PendingLessons {
  organization_id: string
  /** The HMAC of its Message-ID. */
  mail: string
  /** Another one for other content with the same Message-ID, from which nothing is learnt. */
  digest: string
  made_at: string
  /** The vector with the judge's opinion, encrypted. */
  sealed: string
}

/** A stored mail whose vector was pending when its verdict came. */
export interface MailLessons {
  organization_id: string
  scan_id: string
  user_id: string
  mail: string
  threat_level: ThreatLevel
  sender_domain: string
  received_at: string
  /** When the mail is deleted. */
  delete_after: string
  /** How the layer changed the judge's opinion; null if it did not. */
  change: LayerChange | null
  /** The vector of a suspicious mail, encrypted; else empty. */
  sealed: string
}

/** A user's opinion of a mail or a sender. */
export interface Marks {
  organization_id: string
  id: string
  user_id: string
  /** Null for a mark on a sender. */
  scan_id: string | null
  source: MarkSource
  is_dangerous: 0 | 1
  /** An HMAC, which marks on one sender share. */
  sender: string
  is_confirmed: 0 | 1
  /** 1 if it goes against the evidence. */
  is_doubtful: 0 | 1
  state: 'waits' | 'learnt' | 'refused'
  made_at: string
  /** The lesson, encrypted; empty once it is learnt. */
  sealed: string
}

export interface LearningTables {
  learning: Learning
  learnt_versions: LearntVersions
  pending_lessons: PendingLessons
  mail_lessons: MailLessons
  marks: Marks
}
