import '../core/closed-prototype.ts'

import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { judgeMail, judgeText } from '../../judge/judge.ts'
import type { Knowledge } from '../../judge/knowledge.ts'
import { shippedModel } from '../../judge/model/shipped.ts'
import type { Message } from './threads.ts'
import { knowledgeOf } from './worker-knowledge.ts'

// Only Linux has priorities of threads; elsewhere this would be the whole server's.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const kept = new Map<number, Knowledge>()

parentPort?.on('message', async (message: Message) => {
  if (message.kind === 'know') kept.set(message.number, knowledgeOf(message.known))
  else if (message.kind === 'forget') kept.delete(message.number)
  else await answer(message)
})

async function answer(question: Message & { readonly kind: 'judge' }): Promise<void> {
  const { id, mail, isPasted, perThousand } = question
  const options = { model: shippedModel, perThousand }
  const knowledge = { ...kept.get(question.known), ...question.facts }
  try {
    const judgement = isPasted
      ? await judgeText(new TextDecoder().decode(mail), knowledge, options)
      : await judgeMail(mail, knowledge, options)
    parentPort?.postMessage({ id, judgement })
  } catch (cause) {
    // Nothing of the mail may reach the log, so only the kind of the error is told.
    parentPort?.postMessage({ id, failure: cause instanceof Error ? cause.name : 'Error' })
  }
}
