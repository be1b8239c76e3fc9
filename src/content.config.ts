import { defineCollection } from 'astro:content'
import { contentSchemas } from './content/files.ts'
import { pageFolder, postFolder } from './content/folder-loaders.ts'
import { yamlFile } from './content/loader.ts'
import { pageSchema } from './content/schemas/page.ts'
import { postSchema } from './content/schemas/post.ts'

const { advice, site, landing, faq, 'privacy-policy': policy, try: tryFile } = contentSchemas

/** The editable content, one file per collection, and the pages; see docs/editing-content.md. */
export const collections = {
  posts: defineCollection({ loader: postFolder(), schema: postSchema }),
  pages: defineCollection({ loader: pageFolder(), schema: pageSchema }),
  advice: defineCollection({ loader: yamlFile('advice', advice), schema: advice }),
  site: defineCollection({ loader: yamlFile('site', site), schema: site }),
  landing: defineCollection({ loader: yamlFile('landing', landing), schema: landing }),
  faq: defineCollection({ loader: yamlFile('faq', faq), schema: faq }),
  try: defineCollection({ loader: yamlFile('try', tryFile), schema: tryFile }),
  'privacy-policy': defineCollection({
    loader: yamlFile('privacy-policy', policy),
    schema: policy,
  }),
}
