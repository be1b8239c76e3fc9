import '../core/closed-prototype.ts'

import { parentPort } from 'node:worker_threads'
import { judgeMail, judgeText } from '../../judge/judge.ts'
import { shippedModel } from '../../judge/model/shipped.ts'
import type { Question } from './threads.ts'
import { knowledgeOf } from './worker-knowledge.ts'

parentPort?.on('message', async ({ id, mail, known, isPasted, perThousand }: Question) => {
  const options = { model: shippedModel, perThousand }
  const knowledge = knowledgeOf(known)
  try {
    const judgement = isPasted
      ? await judgeText(new TextDecoder().decode(mail), knowledge, options)
      : await judgeMail(mail, knowledge, options)
    parentPort?.postMessage({ id, judgement })
  } catch (cause) {
    // Nothing of the mail may reach the log, so only the kind of the error is told.
    parentPort?.postMessage({ id, failure: cause instanceof Error ? cause.name : 'Error' })
  }
})
