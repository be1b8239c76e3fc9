import '../../core/closed-prototype.ts'

import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'
import { answerQuestions } from '../../core/thread-answers.ts'
import type { Strength, TriedPassword } from './password-rules.ts'

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  translations,
})

answerQuestions(({ password, known }: TriedPassword): Strength => {
  const { score, feedback } = zxcvbn.check(password, [...known])
  return { score, warning: feedback.warning ?? '' }
})
