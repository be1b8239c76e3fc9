import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'

const domains = [
  'brand',
  'bulk',
  'colleague',
  'firm',
  'free-mail',
  'lookalike',
  'compromised',
  'random',
  'service',
] as const

/** A text that was written by hand; the renderer makes mails of it. */
const textSchema = v.strictObject({
  id: v.string(),
  label: v.picklist(['attack', 'ordinary']),
  /** Texts of one family stand on one side of a split; without one the text is its own. */
  family: v.optional(v.string()),
  subject: v.string(),
  /** The display name; `-` for none. */
  from: v.string(),
  /** The kind of address of the sender. */
  domain: v.picklist(domains),
  /** The domain itself, for kind `brand`. */
  at: v.optional(v.string()),
  /** Lines; `[Text](link)` is a button, also with an address for `link`, `- ` an item, an empty line parts paragraphs. */
  body: v.string(),
  style: v.optional(v.picklist(['plain', 'mail', 'designed'])),
  attach: v.optional(v.string()),
})

export type Text = v.InferOutput<typeof textSchema> & { readonly language: 'en' | 'ar' }

const folder = join(import.meta.dirname, '../texts')

/** All texts of the training, or those of another folder. */
export function readTexts(root = folder): Text[] {
  return (['en', 'ar'] as const).flatMap((language) =>
    readdirSync(join(root, language))
      .filter((file) => file.endsWith('.yaml'))
      .toSorted()
      .flatMap((file) => {
        const found: unknown = parse(readFileSync(join(root, language, file), 'utf8'))
        return v.parse(v.array(textSchema), found).map((text) => ({ ...text, language }))
      }),
  )
}
