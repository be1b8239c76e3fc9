import { z } from 'astro/zod'
import { day, quotation } from './fields.ts'
import { agreedFigures, checkFigures, draftMark } from './page.ts'

/** The lines between the dashes at the top of an article. */
export const postSchema = z
  .strictObject({
    title: quotation(80, 'the title of the article'),
    date: day('when it is published'),
    author: quotation(60, 'who wrote it'),
    summary: quotation(200, 'two sentences for lists, search results and shared links'),
    picture: z
      .string()
      .refine((value) => /^[a-z0-9]+(?:-[a-z0-9]+)*\.(?:png|jpg)$/.test(value), {
        error: ({ input }) => `"${String(input)}" is not such a name`,
      })
      .describe('the name of a picture in src/content/pictures for shared links, such as mail.png')
      .optional(),
    draft: draftMark,
    figures: agreedFigures,
  })
  .superRefine((post, context) => {
    if (post.draft !== true && post.date > latestDay()) {
      const message = 'is a day to come; until then the article is a draft, with draft: true'
      context.addIssue({ code: 'custom', path: ['date'], message })
    }
    checkFigures(post, post.figures, context)
  })
  .describe('the top of an article')

/** The day that it is where it is latest: the editor's own may have begun. */
function latestDay(): string {
  return new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)
}

export type Post = z.infer<typeof postSchema>
