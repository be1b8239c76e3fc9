import { z } from 'astro/zod'
import { day, text } from './fields.ts'

const section = z
  .strictObject({
    title: text(80, 'the heading of a section'),
    content: text(2000, 'what the section says'),
  })
  .describe('a section with a title and a content')

export const privacyPolicySchema = z
  .strictObject({
    title: text(60, 'the title of the policy'),
    effective_date: day('since when the policy holds'),
    last_updated: day('when its words last changed'),
    sections: z.array(section).min(1).describe('a list of sections, at least one'),
  })
  .refine((policy) => policy.last_updated >= policy.effective_date, {
    path: ['last_updated'],
    error: 'is before effective_date',
  })
  .describe('the file privacy-policy.yaml')

export type PrivacyPolicy = z.infer<typeof privacyPolicySchema>
