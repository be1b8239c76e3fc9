import '../../core/closed-prototype.ts'

import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'
import * as v from 'valibot'

const question = v.object({
  id: v.number(),
  password: v.string(),
  known: v.array(v.string()),
})

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  translations,
})

parentPort?.on('message', (message: unknown) => {
  const { id, password, known } = v.parse(question, message)
  const { score, feedback } = zxcvbn.check(password, known)
  parentPort?.postMessage({ id, score, warning: feedback.warning ?? '' })
})
