import { judgeReadMail } from '../../../../judge/judge.ts'
import type { Judgement } from '../../../../judge/judgement.ts'
import address from '../../../../judge/model/model.json?url'
import { type Model, openModel, type StoredModel } from '../../../../judge/model/model.ts'
import { type ReadMail, readMail, readPasted } from '../../../../judge/read/read-mail.ts'
import { encodeText, wholeMailIn } from '../../core/judged/whole-mail.ts'
import { pause } from '../../core/ui-state/pause.ts'

/**
 * Loads a file of this site once; after a failure the next call tries again.
 * @returns a function that loads it
 */
export function loadOnce<Data>(
  address: () => string,
  read: (answer: Response) => Promise<Data>,
): () => Promise<Data> {
  let loading: Promise<Data> | undefined
  async function load(): Promise<Data> {
    // A preload that failed answers the first fetch.
    const answer = await fetch(address()).catch(() => fetch(address()))
    if (!answer.ok) throw new Error(`${address()} was answered with ${answer.status}`)
    return read(answer)
  }
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/** A visitor's question. */
export type Question =
  | { readonly kind: 'mail'; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly text: string }

export interface Judged {
  readonly kind: Question['kind']
  readonly mail: ReadMail
  readonly judgement: Judgement
}

export const loadModel = loadOnce<Model>(
  () => address,
  async (answer) => {
    const stored: StoredModel = await answer.json()
    return openModel(stored)
  },
)

/** Judges in this page: what is asked about goes nowhere, and nothing of it is kept. */
export async function judgeHere(question: Question): Promise<Judged> {
  const model = await loadModel()
  await pause()
  const mail =
    question.kind === 'mail'
      ? await readMail(question.bytes, pause)
      : await readPasted(question.text, pause)
  await pause()
  const judgement = await judgeReadMail(mail, {}, { model, pause })
  await pause()
  return { kind: question.kind, mail, judgement }
}

/** A pasted text; with the lines of its header it is a whole mail. */
export async function questionOfText(text: string): Promise<Question> {
  const mail = wholeMailIn(text)
  return mail === undefined
    ? { kind: 'text', text: text.trim() }
    : { kind: 'mail', bytes: await encodeText(mail) }
}
