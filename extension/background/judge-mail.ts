import { judgeReadMail } from '../../judge/judge.ts'
import type { Judgement } from '../../judge/judgement.ts'
import stored from '../../judge/model/model.json' with { type: 'json' }
import { type Model, openModel } from '../../judge/model/model.ts'
import { type ReadMail, readMail } from '../../judge/read/read-mail.ts'
import { pause } from '../../src/lib/core/ui-state/pause.ts'
import { peopleIn, readKnowledge } from './knowledge.ts'
import { findKnownMail, idOf, type KnownMail } from './known-mail.ts'

let opened: Model | undefined

export interface JudgedMail {
  readonly mail: ReadMail
  readonly judgement: Judgement
  readonly id: string
  /** Undefined for an extension on its own. */
  readonly known: KnownMail | undefined
  /** Whether the judge knew people and senders of an organization. */
  readonly knowsOrganization: boolean
}

/** Judges in the extension's own process: the page goes on meanwhile. */
export async function judgeMail(message: Uint8Array): Promise<JudgedMail> {
  opened ??= openModel(stored)
  const mail = await readMail(message, pause)
  const id = await idOf(mail)
  const { options, ...known } = await readKnowledge(opened.version)
  const knowledge = { ...known.knowledge, people: peopleIn(mail, known) }
  const [judgement, found] = await Promise.all([
    judgeReadMail(mail, knowledge, { ...options, model: opened, pause }),
    findKnownMail(mail, id),
  ])
  return { mail, judgement, id, known: found, knowsOrganization: known.isOfOrganization }
}
