import { checkVerdicts } from './sample-mail.ts'
import { adviceSchema } from './schemas/advice.ts'
import { faqSchema } from './schemas/faq.ts'
import { landingSchema } from './schemas/landing.ts'
import { privacyPolicySchema } from './schemas/privacy-policy.ts'
import { siteSchema } from './schemas/site.ts'
import { trySchema } from './schemas/try.ts'

/** The schemas of the editable files, by their names in src/content. */
export const contentSchemas = {
  advice: adviceSchema,
  site: siteSchema,
  landing: landingSchema,
  faq: faqSchema,
  'privacy-policy': privacyPolicySchema,
  try: trySchema,
}

type FurtherCheck = (file: string, source: string, content: unknown) => Promise<void>

/** Checks beyond the schema; each throws a ContentError. */
export const furtherChecks: Partial<Record<string, FurtherCheck>> = { try: checkVerdicts }
