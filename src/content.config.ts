import { defineCollection } from 'astro:content'
import { yamlFile } from './content/loader.ts'
import { faqSchema } from './content/schemas/faq.ts'
import { landingSchema } from './content/schemas/landing.ts'
import { privacyPolicySchema } from './content/schemas/privacy-policy.ts'
import { siteSchema } from './content/schemas/site.ts'

/** Everything that marketing edits, one file each; docs/editing-content.md says how. */
export const collections = {
  site: defineCollection({ loader: yamlFile('site', siteSchema), schema: siteSchema }),
  landing: defineCollection({ loader: yamlFile('landing', landingSchema), schema: landingSchema }),
  faq: defineCollection({ loader: yamlFile('faq', faqSchema), schema: faqSchema }),
  'privacy-policy': defineCollection({
    loader: yamlFile('privacy-policy', privacyPolicySchema),
    schema: privacyPolicySchema,
  }),
}
