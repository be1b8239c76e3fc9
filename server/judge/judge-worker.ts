import '../core/closed-prototype.ts'
import { constants } from 'node:os'
import { judgeMail, judgeText, type LearntLayer } from '../../judge/judge.ts'
import type { Judgement } from '../../judge/judgement.ts'
import type { Knowledge } from '../../judge/knowledge.ts'
import { emptyLayer } from '../../judge/learn/layer.ts'
import { shiftBy, type Table, tableOf } from '../../judge/learn/shift.ts'
import { storeVector, type Vector, vectorOf } from '../../judge/learn/vector.ts'
import { shippedModel } from '../../judge/model/shipped.ts'
import type { ReadMail } from '../../judge/read/read-mail.ts'
import { answerQuestions } from '../core/thread-answers.ts'
import type { Taught } from './learning/keep-pending.ts'
import type { KnownLayer } from './learning/state.ts'
import type { Judged, Question } from './threads.ts'
import { knowledgeOf } from './worker-knowledge.ts'

// Calls go before mails.
answerQuestions(answer, constants.priority.PRIORITY_BELOW_NORMAL)

/** Few mails have such pictures, so that the decoder is loaded for the first of them. */
async function readCode(picture: Uint8Array): Promise<string | undefined> {
  return (await import('./pictures/read-code.ts')).readCode(picture)
}

async function answer(question: Question): Promise<Judged> {
  const { mail, known, facts, isPasted, perThousand } = question
  const options = { model: shippedModel, perThousand, readCode }
  const knowledge = { ...knowledgeOf(known), ...facts }
  const teacher = createTeacher(question, knowledge)
  const judgement = isPasted
    ? await judgeText(new TextDecoder().decode(mail), knowledge, options)
    : await judgeMail(mail, knowledge, { ...options, ...teacher.option })
  return { judgement, taught: teacher.taught(judgement) }
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
