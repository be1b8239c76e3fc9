import { z } from 'astro/zod'
import { exactly, text } from './fields.ts'

const item = z
  .strictObject({
    question: text(80, 'a question as a customer would ask it'),
    answer: text(400, 'the answer, in two or three sentences'),
  })
  .describe('a question and its answer')

/** Exactly five different questions (R085); the text of a question is its key. */
export const faqSchema = z
  .strictObject({
    questions: exactly(5, item, 'the questions at the foot of the front page').superRefine(
      (items, context) => {
        items.forEach(({ question }, index) => {
          const first = items.findIndex((other) => sameText(other.question, question))
          if (first === index) return
          context.addIssue({
            code: 'custom',
            path: [index, 'question'],
            message: `asks the same as question ${first + 1}`,
          })
        })
      },
    ),
  })
  .describe('the file faq.yaml')

function sameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
