import '../core/closed-prototype.ts'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { judgeMail, judgeText, type LearntLayer } from '../../judge/judge.ts'
import type { Judgement } from '../../judge/judgement.ts'
import type { Knowledge } from '../../judge/knowledge.ts'
import { emptyLayer } from '../../judge/learn/layer.ts'
import { shiftBy, type Table, tableOf } from '../../judge/learn/shift.ts'
import { storeVector, type Vector, vectorOf } from '../../judge/learn/vector.ts'
import { shippedModel } from '../../judge/model/shipped.ts'
import type { ReadMail } from '../../judge/read/read-mail.ts'
import type { Taught } from './learning/keep-pending.ts'
import type { KnownLayer } from './learning/state.ts'
import type { Question } from './threads.ts'
import { knowledgeOf } from './worker-knowledge.ts'

lowerPriority()

parentPort?.on('message', answer)

/** So that calls go before mails. A sandbox may refuse it, and the judge works without. */
function lowerPriority(): void {
  // Only Linux has priorities of threads; elsewhere this would be the whole server's.
  if (process.platform !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
}

/** Few mails have such pictures, so that the decoder is loaded for the first of them. */
async function readCode(picture: Uint8Array): Promise<string | undefined> {
  return (await import('./pictures/read-code.ts')).readCode(picture)
}

async function answer(question: Question): Promise<void> {
  const { id, mail, known, facts, isPasted, perThousand } = question
  const options = { model: shippedModel, perThousand, readCode }
  try {
    const knowledge = { ...knowledgeOf(known), ...facts }
    const teacher = createTeacher(question, knowledge)
    const judgement = isPasted
      ? await judgeText(new TextDecoder().decode(mail), knowledge, options)
      : await judgeMail(mail, knowledge, { ...options, ...teacher.option })
    parentPort?.postMessage({ id, judgement, taught: teacher.taught(judgement) })
  } catch (cause) {
    // Nothing of the mail may reach the log, so only the kind of the error is told.
    parentPort?.postMessage({ id, failure: cause instanceof Error ? cause.name : 'Error' })
  }
}

const nothingLearnt = tableOf(emptyLayer())

/** One that was tried with another model counts for nothing. */
function tableIn(known: KnownLayer | undefined): Table | undefined {
  return known?.model === shippedModel.version ? new Uint8Array(known.bytes) : undefined
}

interface Asked {
  readonly layer?: KnownLayer | undefined
  readonly teaches?: boolean
  readonly isPasted: boolean
}

interface Teacher {
  /** For the judge. */
  readonly option: { readonly layer?: LearntLayer }
  /** The lesson of the mail, once it is judged; undefined where that was not asked for. */
  readonly taught: (judgement: Judgement) => Taught | undefined
}

/** Tells the judge what the organization has taught, and takes the lesson of the mail. */
function createTeacher(
  { layer: known, teaches = false, isPasted }: Asked,
  knowledge: Knowledge,
): Teacher {
  const table = isPasted ? undefined : tableIn(known)
  if (isPasted || (table === undefined && !teaches)) return { option: {}, taught: () => undefined }
  let seen: { readonly mail: ReadMail; readonly vector: Vector } | undefined
  return {
    option: {
      layer: {
        shiftOf(mail, features) {
          const vector = vectorOf(mail, features)
          seen = { mail, vector }
          return shiftBy(table ?? nothingLearnt, vector)
        },
      },
    },
    taught({ score, level, learnt }) {
      if (!teaches || seen === undefined) return undefined
      const { mail, vector } = seen
      const { address } = mail.from
      return {
        messageId: mail.headers.find(({ key }) => key === 'message-id')?.value.trim() ?? '',
        sender: address,
        isKnownSender: knowledge.isCorrespondent?.(address) ?? false,
        places: Buffer.from(storeVector(vector)).toString('base64'),
        score: learnt?.score ?? score,
        sharedLevel: learnt?.level ?? level,
        level,
      }
    },
  }
}
