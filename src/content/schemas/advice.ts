import { z } from 'astro/zod'
import type { AttackKind } from '../../../contract/emails/attack-kind.ts'
import { text } from './fields.ts'

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
