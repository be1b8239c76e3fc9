import * as v from 'valibot'
import type { Locale } from '../../contract/core/locale.ts'
import type { Tree } from '../../src/lib/core/judged/tree.ts'
import type { levelIcons } from '../../src/ui/level-icons.ts'

/** A mail for what its user does with it. */
const openMail = v.strictObject({
  /** The address in its From header; empty if it has none. */
  sender: v.pipe(v.string(), v.maxLength(1000)),
  messageId: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  /** The judge's. */
  level: v.picklist(['safe', 'suspicious']),
})

export const acts = ['block', 'trust', 'report'] as const
export type Act = (typeof acts)[number]

/** A user of a joined extension has pressed a button of the line or the window. */
export const actOnMail = v.strictObject({
  kind: v.literal('act'),
  act: v.picklist(acts),
  mail: openMail,
})
export type ActOnMail = v.InferOutput<typeof actOnMail>

/** The outcome of it, in words. */
export interface Acted {
  readonly isDone: boolean
  readonly said: string
}

/** A frame asks which program shows mail on its site. */
export const askProgram = { kind: 'program' } as const

/** A frame says that the network is back. */
export const networkIsBack = { kind: 'online' } as const

/** The port over which a page's frame sends a mail: pieces as base64, then `end`. */
export const mailPort = 'mail'

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
  readonly words: Readonly<Record<'label' | 'why' | 'less' | Act, string>>
  /** The mail, and the buttons for it; none where the extension is on its own. */
  readonly mail: v.InferOutput<typeof openMail>
  readonly acts: readonly Act[]
}

/** A frame asks whether its page is seen: an open mail that cannot be read, a page without one. */
export const frameState = v.strictObject({
  kind: v.literal('state'),
  state: v.picklist(['unseen', 'closed']),
})

/** The toolbar's window asks the frames of a tab for the verdict that they show. */
export const showVerdict = { kind: 'show' } as const
