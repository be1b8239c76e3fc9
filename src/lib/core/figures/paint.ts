import { intlLocaleOf } from '../../../../contract/core/locale.ts'
import { tokenKey } from '../storage/token-key.ts'
import { fits, type Kind } from './fits.ts'
import { type FirstValues, fillPlaces, type Place } from './places.ts'
import { type GivenUser, seesDashboard, userFigures } from './user-figures.ts'

/** What the page says of its first view (`FirstFigures.astro`). */
export interface FirstView {
  /** The calls whose answers it shows, the session check first, each with its kind. */
  readonly calls: readonly (readonly [url: string, kind: Kind])[]
  readonly places: readonly Place[]
}

declare global {
  /** Settles when first figures have been painted or given up; undefined on a page without. */
  var firstFigures: Promise<void> | undefined
  /** When they were shown, on the clock of `performance`; undefined if they were not. */
  var figuresShownMs: number | undefined
}

/**
 * Shows the first figures of the answers that the page has asked for, until React shows everything. Shows
 * nothing unless all of them succeeded and say what their schemas demand: what went wrong is React's to tell.
 * @param figuresOf undefined where the first view has no places for what the answers say
 */
export async function paintFigures<Answers extends readonly unknown[]>(
  figuresOf: (answers: Answers, user: GivenUser, locale: string) => FirstValues | undefined,
): Promise<void> {
  const early = globalThis.earlyAnswers
  const template = document.querySelector<HTMLTemplateElement>('template[data-figures]')
  if (early === undefined || template === null) return
  const { calls, places }: FirstView = JSON.parse(template.dataset.figures ?? '')
  const texts = await Promise.all(calls.map(([url]) => early.answers.get(url)))
  const [user, ...answers] = texts.map((answer, at) => {
    const given = answer?.ok === true ? JSON.parse(answer.text) : undefined
    // The kind of what failed is that of nothing.
    return fits(calls[at]?.[1] ?? '', given) && given.success !== false ? given : undefined
  })
  if (![user, ...answers].every(Boolean) || !seesDashboard(user)) return
  const { lang } = document.documentElement
  const locale = intlLocaleOf(lang)
  const own = figuresOf(answers as unknown as Answers, user, locale)
  const shell = document.querySelector('[data-loading-shell]')
  // The focus and an open menu stay where they are, and another user may have signed in meanwhile.
  const isFree = shell?.querySelector(':focus, :popover-open') === null
  if (own === undefined || !isFree || localStorage.getItem(tokenKey) !== early.token) return
  const ofUser = userFigures(user, lang)
  fillPlaces(template.content, places, {
    texts: [...ofUser.texts, ...own.texts],
    cases: [...ofUser.cases, ...own.cases],
  })
  shell?.replaceChildren(template.content)
  globalThis.figuresShownMs = performance.now()
  // A page in the background has no frames. A task that is asked for in a frame runs when it is painted.
  if (!document.hidden) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
}
