import { z } from 'astro/zod'
import { quotation } from './fields.ts'

const headline = quotation(60, 'the heading of the table')
const lead = quotation(500, 'how the table is to be read')
const column = quotation(40, 'the head of a column')
const mail = quotation(70, 'which mail it is')

/** A text with places for figures, such as `{low}`. */
function pattern(longest: number, places: readonly string[], purpose: string) {
  const written = places.map((place) => `{${place}}`)
  return quotation(longest, `${purpose}, with ${written.join(' and ')}`).refine(
    (value) => {
      const found = value.match(/\{\w*\}/g) ?? []
      return found.toSorted().join() === written.toSorted().join()
    },
    { error: `needs each of ${written.join(', ')} once` },
  )
}

const term = z
  .strictObject({ name: quotation(24, 'the word'), text: quotation(200, 'its explanation') })
  .describe('a word of the table, with name and text')

/** The words around the figures of `judge/model/results.json`. */
export const measurements = z.strictObject({
  part: z.literal('measurements'),
  words: z
    .strictObject({
      judge: quotation(24, 'the name of the judge'),
      mails: pattern(80, ['attacks', 'ordinary'], 'how many attacks and ordinary mails'),
      interval: pattern(40, ['low', 'high'], 'the interval beside a figure'),
      rough: pattern(40, ['interval'], 'the interval of a figure of too few mails'),
      texts: pattern(60, ['mails', 'texts'], 'how many mails of how many texts'),
      english: quotation(24, 'English mail'),
      arabic: quotation(24, 'Arabic mail'),
      both: quotation(24, 'mail in both languages'),
      foot: pattern(
        300,
        ['date', 'model', 'rspamd', 'lowest', 'highest'],
        'when and with what it was measured, and between what our own emails came out',
      ),
    })
    .describe('the words of all tables'),
  short: z
    .strictObject({
      caught: pattern(160, ['judge', 'rspamd'], 'how many of 100 attacks each filter caught'),
      note: pattern(400, ['written', 'attacks'], 'which attacks, and how rspamd ran'),
      not_shown: pattern(300, ['ordinary'], 'that the promises are not shown, and what would'),
      try_link: quotation(40, 'the link to the judge on the front page'),
      demo_link: quotation(40, 'the link to the form for a demo'),
    })
    .describe('what the tables say in one sentence and one picture'),
  learning: z
    .strictObject({
      sentence: pattern(
        200,
        ['before', 'after', 'ordinary', 'marks'],
        'how many of 100 attacks the judge caught before and after it has learnt, from what',
      ),
      nothing: quotation(40, 'that nothing was learnt'),
      ordinary: pattern(40, ['ordinary'], 'how many honest emails taught'),
      both: pattern(60, ['ordinary', 'marks'], 'how many honest emails and reports taught'),
      note: pattern(
        450,
        ['attacks', 'honest', 'before', 'after'],
        'with which mail it was measured, and what was caught at 0.1%',
      ),
      not_shown: quotation(300, 'what these figures do not show'),
    })
    .describe('the picture of what an organization teaches'),
  recall: z
    .strictObject({
      headline,
      lead,
      terms: z.array(term).describe('a list of words that the table needs'),
      one_percent: column,
      one_per_mille: column,
      all: mail,
      spam_assassin: mail,
      texts: mail,
      english: mail,
      arabic: mail,
    })
    .describe('the table of attacks found at two shares of false positives'),
  installed: z
    .strictObject({ headline, lead, attacks: column, ordinary: column })
    .describe('the table of what is marked without a setting'),
  held_out: z
    .strictObject({
      headline,
      lead,
      compromise: mail,
      business: mail,
      new_kinds: mail,
      known_kinds: mail,
      ordinary: mail,
    })
    .describe('the table of mails that no training has seen'),
})

export type Measurements = z.infer<typeof measurements>
