import { defineCollection } from 'astro:content'
import { contentSchemas } from './content/files.ts'
import { yamlFile } from './content/loader.ts'

const { site, landing, faq, 'privacy-policy': policy } = contentSchemas

/** Everything that marketing edits, one file each; docs/editing-content.md says how. */
export const collections = {
  site: defineCollection({ loader: yamlFile('site', site), schema: site }),
  landing: defineCollection({ loader: yamlFile('landing', landing), schema: landing }),
  faq: defineCollection({ loader: yamlFile('faq', faq), schema: faq }),
  'privacy-policy': defineCollection({
    loader: yamlFile('privacy-policy', policy),
    schema: policy,
  }),
}
