import { z } from 'astro/zod'
import { isLinkAllowed } from '../rules/links.ts'
import { measuredFigures } from '../rules/measured.ts'
import { currentPrice, findUnknownFigure, promisesInWords } from '../rules/promises.ts'
import { quotation } from './fields.ts'
import { measurements } from './measurements.ts'

const headline = quotation(60, 'the heading of the section')
const lead = quotation(300, 'one or two sentences under the heading').optional()

function between<Item extends z.ZodType>(
  fewest: number,
  most: number,
  item: Item,
  purpose: string,
) {
  return z
    .array(item)
    .refine((items) => items.length >= fewest && items.length <= most, {
      error: ({ input }) => `has ${Array.isArray(input) ? input.length : 'no'} entries`,
    })
    .describe(`a list of ${fewest} to ${most} entries: ${purpose}`)
}

/** Paths of the site, and other sites over https: a link has no other scheme, such as `javascript:`. */
const target = z
  .string()
  .refine((value) => /^(?:\/|https:)\S*$/.test(value) && isLinkAllowed(value), {
    error: ({ input }) => `"${String(input)}" is not such an address`,
  })
  .describe('an address: /path on this site, or https:// and so on')

const link = z
  .strictObject({ text: quotation(60, 'the words of the link'), to: target })
  .describe('a link: its text, and to, its address')

const text = z.strictObject({
  part: z.literal('text'),
  headline,
  content: quotation(2000, 'what the section says; \\n\\n between two paragraphs'),
  command: quotation(200, 'a line for a terminal, under the text').optional(),
  links: between(1, 4, link, 'links under the text').optional(),
})

const list = z.strictObject({
  part: z.literal('list'),
  headline,
  lead,
  entries: between(
    2,
    16,
    z
      .strictObject({
        name: quotation(60, 'what the entry is about'),
        text: quotation(500, 'what is to be said about it'),
        until: quotation(120, 'how long it is kept').optional(),
      })
      .describe('an entry with name and text, and until where something is kept'),
    'the entries below each other',
  ),
})

const steps = z.strictObject({
  part: z.literal('steps'),
  headline,
  lead: quotation(300, 'one or two sentences under the heading'),
  steps: between(
    4,
    4,
    z
      .strictObject({
        title: quotation(30, 'the name of the step'),
        text: quotation(160, 'what happens in it'),
      })
      .describe('a step with a title and a text'),
    'the steps in their order',
  ),
})

const figures = z.strictObject({
  part: z.literal('figures'),
  figures: between(
    2,
    4,
    z
      .strictObject({
        value: quotation(12, 'the figure with its unit'),
        label: quotation(40, 'what the figure counts'),
      })
      .describe('a figure with a value and a label'),
    'figures beside each other',
  ),
})

const questions = z.strictObject({
  part: z.literal('questions'),
  headline,
  questions: between(
    2,
    10,
    z
      .strictObject({
        question: quotation(80, 'a question as a customer would ask it'),
        answer: quotation(500, 'the answer, in two or three sentences'),
      })
      .describe('a question and its answer'),
    'questions and answers, one open at a time',
  ),
})

const estimator = z.strictObject({
  part: z.literal('estimator'),
  headline,
  lead,
  price: z
    .string()
    .refine((value) => value === currentPrice, {
      error: ({ input }) => `is "${String(input)}", but receipts have ${currentPrice}`,
    })
    .describe(`the price of an email in JOD, as it is billed: "${currentPrice}"`),
  price_note: quotation(60, 'what the price is for'),
  mailboxes: quotation(40, 'label of the number of mailboxes'),
  mails: quotation(60, 'label of the emails that a mailbox receives in a day'),
  emails: quotation(60, 'label of the emails in a month'),
  cost: quotation(60, 'label of the cost of a month'),
  note: quotation(240, 'what the estimate leaves out'),
})

/** Sections of the front page, with its words. */
const shared = ['promises', 'privacy', 'audiences', 'demo'] as const
const sharedSections = z.strictObject({ part: z.enum(shared) })

export const sectionSchema = z
  .discriminatedUnion('part', [
    text,
    list,
    steps,
    figures,
    questions,
    estimator,
    measurements,
    sharedSections,
  ])
  .describe('a section with part, which says what it is, and the fields of that part')

const pageTypes = ['pricing', 'security', 'accuracy', 'about', 'case-study'] as const

export const draftMark = z
  .boolean()
  .describe('true as long as it is not to be published, without quotes')
  .optional()

export const agreedFigures = z
  .array(quotation(20, 'a figure or time'))
  .describe('a list of the figures and times, besides the promises, that are agreed on')
  .optional()

export const pageSchema = z
  .strictObject({
    type: z.enum(pageTypes).describe(`what the page is: one of ${pageTypes.join(', ')}`),
    draft: draftMark,
    agreed_by: quotation(
      120,
      'for a case study: who at the customer agreed to it, and when; it is not shown',
    ).optional(),
    title: quotation(60, 'the large line at the top of the page'),
    lead: quotation(300, 'one or two sentences under the title'),
    search: z
      .strictObject({
        title: quotation(65, "the line in the browser's tab and in search results"),
        description: quotation(165, 'two sentences that search results and shared links show'),
      })
      .describe('what search engines show'),
    navigation: z
      .strictObject({
        label: quotation(20, 'the link in header and footer'),
        order: z
          .int()
          .min(1)
          .describe('the place among the other pages: a whole number from 1, without quotes'),
      })
      .describe('the link in header and footer: label and order')
      .optional(),
    figures: agreedFigures,
    sections: z.array(sectionSchema).min(1).describe('a list of sections, at least one'),
  })
  .superRefine((page, context) => {
    if (page.type === 'case-study' && page.agreed_by === undefined) {
      const message = 'is missing: a case study needs the consent of the customer'
      context.addIssue({ code: 'custom', path: ['agreed_by'], message })
    }
    const isMeasured = page.type === 'accuracy'
    for (const [index, { part }] of page.sections.entries()) {
      if (part !== 'measurements' || isMeasured) continue
      const message = 'is measurements, which stand on the page of type accuracy alone'
      context.addIssue({ code: 'custom', path: ['sections', index, 'part'], message })
    }
    checkFigures(page, [...(page.figures ?? []), ...(isMeasured ? measuredFigures : [])], context)
  })
  .describe('a page')

export type Page = z.infer<typeof pageSchema>
export type PageSection = z.infer<typeof sectionSchema>
export type SectionOf<Part extends PageSection['part']> = Extract<PageSection, { part: Part }>

/** Fields that readers do not see. */
const unread = new Set<string | number>(['figures', 'agreed_by', 'date', 'picture'])

/** Reports the figures and times in the texts of a value that are not agreed on. */
export function checkFigures(
  value: unknown,
  agreed: readonly string[] | undefined,
  context: z.core.$RefinementCtx,
): void {
  for (const { path, value: text } of textsOf(value)) {
    const figure = unread.has(path[0] ?? '') ? undefined : findUnknownFigure(text, agreed)
    if (figure === undefined) continue
    const message = `says "${figure}"; promised are ${promisesInWords}, and what figures lists`
    context.addIssue({ code: 'custom', path, message })
  }
}

interface Text {
  path: (string | number)[]
  value: string
}

/** Every text of a value, with its place. */
function textsOf(value: unknown, path: (string | number)[] = []): Text[] {
  if (typeof value === 'string') return [{ path, value }]
  if (Array.isArray(value)) return value.flatMap((it, index) => textsOf(it, [...path, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, it]) => textsOf(it, [...path, name]))
}
