import '../core/closed-prototype.ts'

import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { judgeMail, judgeText } from '../../judge/judge.ts'
import { shippedModel } from '../../judge/model/shipped.ts'
import { createTeacher } from './learning/teacher.ts'
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
