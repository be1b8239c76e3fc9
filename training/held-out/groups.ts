import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'

export const senderKinds = [
  // honest
  'colleague',
  'director',
  'colleague-private',
  'contact',
  'newcomer',
  'newcomer-free',
  // attacks
  'director-free',
  'director-foreign',
  'director-lookalike',
  'director-spoofed',
  'colleague-free',
  'colleague-foreign',
  'colleague-lookalike',
  'contact-free',
  'contact-lookalike',
  'contact-hijacked',
  'stranger',
] as const

export type SenderKind = (typeof senderKinds)[number]

/**
 * Short mails with one purpose. The first line of a text is its subject. `{slots}` are filled, and of
 * `[one|another]` one is taken.
 */
const groupSchema = v.strictObject({
  family: v.string(),
  from: v.array(v.picklist(senderKinds)),
  /** A reply to a mail that the recipient sent, or one that only pretends to be. */
  thread: v.optional(v.picklist(['real', 'invented'])),
  attach: v.optional(v.string()),
  texts: v.array(v.pipe(v.string(), v.regex(/^.+\n[\s\S]+/))),
})

export interface ShortText {
  readonly id: string
  readonly language: 'en' | 'ar'
  readonly family: string
  readonly from: readonly SenderKind[]
  readonly thread: 'real' | 'invented' | undefined
  readonly attach: string | undefined
  readonly subject: string
  readonly body: string
}

/** All short mails of a folder beside this file. */
export function readShortTexts(folder: 'compromise' | 'business'): ShortText[] {
  return (['en', 'ar'] as const).flatMap((language) => {
    const path = join(import.meta.dirname, folder, language)
    return readdirSync(path)
      .toSorted()
      .flatMap((file) => {
        const found: unknown = parse(readFileSync(join(path, file), 'utf8'))
        return v.parse(v.array(groupSchema), found).flatMap(({ texts, ...group }, groupAt) =>
          texts.map((text, at) => {
            const end = text.indexOf('\n')
            return {
              id: `${language}/${file.replace('.yaml', '')}/${groupAt + 1}.${at + 1}`,
              language,
              family: group.family,
              from: group.from,
              thread: group.thread,
              attach: group.attach,
              subject: text.slice(0, end),
              body: text.slice(end + 1).trim(),
            }
          }),
        )
      })
  })
}
