import { defineCollection } from 'astro:content'
import { contentSchemas } from './content/files.ts'
import { yamlFile } from './content/loader.ts'

const { site, landing, faq, 'privacy-policy': policy } = contentSchemas

/** The editable content, one file per collection; see docs/editing-content.md. */
export const collections = {
  site: defineCollection({ loader: yamlFile('site', site), schema: site }),
  landing: defineCollection({ loader: yamlFile('landing', landing), schema: landing }),
  faq: defineCollection({ loader: yamlFile('faq', faq), schema: faq }),
  'privacy-policy': defineCollection({
    loader: yamlFile('privacy-policy', policy),
    schema: policy,
  }),
}
