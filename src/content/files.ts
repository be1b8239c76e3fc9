import { z } from 'astro/zod'
import type { AttackKind } from '../../contract/emails/attack-kind.ts'
import { checkVerdicts } from './sample-mail.ts'
import { exactly, text } from './schemas/fields.ts'
import { landingSchema } from './schemas/landing.ts'
import { privacyPolicySchema } from './schemas/privacy-policy.ts'
import { siteSchema } from './schemas/site.ts'
import { trySchema } from './schemas/try.ts'

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

/** Stands for the member's name in the greeting. */
const namePlaceholder = '{name}'

function adviceAbout(attack: string) {
  return z
    .strictObject({
      subject: text(80, 'the subject of the email'),
      text: text(900, 'what to tell the member, in two or three paragraphs'),
    })
    .describe(`the advice about ${attack}`)
}

const advice = {
  phishing: adviceAbout('fake sign-in pages'),
  malware: adviceAbout('dangerous attachments'),
  impersonation: adviceAbout('mail that pretends to come from another person'),
  payment_fraud: adviceAbout('mail that is after money'),
  spam: adviceAbout('unwanted mail'),
  other: adviceAbout('dangerous mail of unknown kind'),
} satisfies Record<AttackKind, z.ZodType>

export const adviceSchema = z
  .strictObject({
    greeting: text(60, `the first line, with ${namePlaceholder} for the name`).refine(
      (value) => value.includes(namePlaceholder),
      { error: `does not contain ${namePlaceholder}` },
    ),
    ...advice,
  })
  .describe('the file advice.yaml')

/** The schemas of the editable files, by their names in src/content. */
export const contentSchemas = {
  advice: adviceSchema,
  site: siteSchema,
  landing: landingSchema,
  faq: faqSchema,
  'privacy-policy': privacyPolicySchema,
  try: trySchema,
}

type FurtherCheck = (file: string, source: string, content: unknown) => Promise<void>

/** Checks beyond the schema; each throws a ContentError. */
export const furtherChecks: Partial<Record<string, FurtherCheck>> = { try: checkVerdicts }
