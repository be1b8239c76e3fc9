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
  .superRefine((post, context) => checkFigures(post, post.figures, context))
  .describe('the top of an article')

export type Post = z.infer<typeof postSchema>
