import * as v from 'valibot'
import type { Locale } from '../../contract/core/locale.ts'
import type { Tree } from '../../src/lib/core/judged/tree.ts'
import type { levelIcons } from '../../src/ui/level-icons.ts'

/** The port over which a page's frame sends a mail: pieces as base64, then `end`. */
export const mailPort = 'mail'

/** The programs that an adapter knows; only the first was tried on the real program. */
export const programs = ['roundcube', 'gmail', 'outlook'] as const
export type Program = (typeof programs)[number]

/** A mail came whole, as its program's source, or is built from the parts that the page shows. */
export const mailEnd = v.strictObject({
  kind: v.literal('end'),
  isSource: v.boolean(),
})

/** A verdict as it is shown: nothing here changes it after a mail was judged. */
export interface Shown {
  readonly level: keyof typeof levelIcons
  readonly title: string
  readonly score: number
  /** Whether the line stands above the mail; the toolbar shows every verdict. */
  readonly hasLine: boolean
  readonly locale: Locale
  /** The reasons, and the mail with its marks. */
  readonly details: Tree
  readonly words: Readonly<Record<'label' | 'why' | 'less', string>>
}

/** A frame asks whether its page is seen: an open mail that cannot be read, a page without one. */
export const frameState = v.strictObject({
  kind: v.literal('state'),
  state: v.picklist(['unseen', 'closed']),
})

/** The toolbar's window asks the frames of a tab for the verdict that they show. */
export const showVerdict = { kind: 'show' } as const
