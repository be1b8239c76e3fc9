import { judgeReadMail } from '../../judge/judge.ts'
import type { Judgement } from '../../judge/judgement.ts'
import stored from '../../judge/model/model.json' with { type: 'json' }
import { type Model, openModel } from '../../judge/model/model.ts'
import { type ReadMail, readMail } from '../../judge/read/read-mail.ts'
import { pause } from '../../src/lib/core/ui-state/pause.ts'

let opened: Model | undefined

export interface JudgedMail {
  readonly mail: ReadMail
  readonly judgement: Judgement
}

/** Judges in the extension's own process: the page goes on meanwhile. */
export async function judgeMail(message: Uint8Array): Promise<JudgedMail> {
  opened ??= openModel(stored)
  const mail = await readMail(message, pause)
  return { mail, judgement: await judgeReadMail(mail, {}, { model: opened, pause }) }
}
