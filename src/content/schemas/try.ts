import { z } from 'astro/zod'
import { quotation, text } from './fields.ts'

/** Domains that no one can own, so that a made-up mail accuses no one. */
const madeUp = /^(?:[a-z0-9-]+\.)+example$/

/** `[what it says](https://where.it.leads.example/)` */
export const sampleLink = /\[([^\]\n]+)\]\(([^)\s]*)\)/g

function isMadeUp(address: string): boolean {
  return madeUp.test(URL.parse(address)?.hostname ?? '')
}

function wrongTarget(value: string): string | undefined {
  const targets = [...value.matchAll(sampleLink)].map(([, , target = '']) => target)
  return targets.find((target) => !isMadeUp(target))
}

/** The verdict that each made-up mail has to get. */
export const sampleVerdicts = {
  phishing: 'suspicious',
  fraud: 'suspicious',
  honest: 'safe',
} as const

export type SampleName = keyof typeof sampleVerdicts

function sample(purpose: string) {
  return z
    .strictObject({
      from_name: text(40, 'who claims to have sent it'),
      from_address: text(
        60,
        'the address that it came from, with a domain ending in .example',
      ).refine((value) => /^[\w.+-]+@/.test(value) && madeUp.test(value.split('@')[1] ?? ''), {
        error: ({ input }) => `"${String(input)}" is not an address at a domain ending in .example`,
      }),
      subject: quotation(60, 'its subject, which is also on its button'),
      text: quotation(
        900,
        'what it says, with \\n\\n between paragraphs and links as [what it says](https://where-it-leads.example/)',
      ).refine((value) => wrongTarget(value) === undefined, {
        error: ({ input }) =>
          `leads to "${wrongTarget(String(input))}", which does not end in .example`,
      }),
    })
    .describe(`${purpose}: from_name, from_address, subject and text`)
}

export const trySchema = z
  .strictObject({
    headline: text(60, 'the heading of the section'),
    lead: text(160, 'what visitors may do, and that nothing leaves the page'),
    paste_label: text(60, 'label of the field for a pasted text'),
    check_button: text(30, 'the button that checks the text'),
    file_label: text(60, 'the button that chooses a file'),
    choose_note: text(100, 'under the mail that is shown before Aman runs in the browser'),
    not_loaded: text(120, 'what to do if the judge cannot be loaded'),
    demo_link: text(80, 'the line under a verdict, which leads to the demo form'),
    samples: z
      .strictObject({
        phishing: sample('a made-up mail that is after a password'),
        fraud: sample('a made-up mail that is after a payment'),
        honest: sample('a made-up mail that is honest'),
      })
      .describe('the three made-up mails: phishing, fraud and honest'),
  })
  .describe('the file try.yaml')

export type Sample = z.infer<typeof trySchema>['samples'][SampleName]
export type Try = z.infer<typeof trySchema>
