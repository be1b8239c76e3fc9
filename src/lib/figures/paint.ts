import { tokenKey } from '../core/storage/token-key.ts'
import { type FirstValues, fillPlaces, type Place } from './places.ts'
import { type GivenUser, seesDashboard, userFigures } from './shared-figures.ts'

/** The page's description of its first view (`FirstFigures.astro`). */
export interface FirstView {
  /** As `intlLocaleOf` gives it. */
  readonly locale: string
  /** The calls whose answers it shows, the session check first. */
  readonly calls: readonly string[]
  readonly places: readonly Place[]
}

declare global {
  /** Settles when first figures have been painted or given up; undefined on a page without. */
  var firstFigures: Promise<void> | undefined
  /** The button of first figures that was pressed last, unless something else was after it. */
  var pressedEarly: Element | null | undefined
  /** Keys on first figures that move between tabs or ask for the search; undefined once its code is there. */
  var keysEarly: KeyboardEvent[] | undefined
}

/** @returns undefined where the first view has no places for what the answers say */
export type FiguresOf = (
  // biome-ignore lint/suspicious/noExplicitAny: an answer as it came
  answers: any,
  user: GivenUser,
  /** As `intlLocaleOf` gives it. */
  locale: string,
  /** The `Link` header of each answer. */
  links: readonly (string | null | undefined)[],
) => FirstValues | undefined

/** Longer than what comes with the session check takes on a slow line. */
const soonMs = 200

/** Longer than a session check takes: without its answer, React's code says that the server is late. */
const hangsMs = 3000

/**
 * Paints first figures as soon as their answers are there: of all that the page has asked for, until React
 * shows everything. Paints nothing unless all of them succeeded: what went wrong is React's to tell, and
 * whether an answer is what its schema demands.
 * @param show shows the shell, where the page does not yet
 * @returns when React may render, which delays what is painted: figures have been, or are not about to be
 */
export async function paintFirst(
  figuresOf: FiguresOf,
  template = document.querySelector<HTMLTemplateElement>('template[data-places]'),
  shell = document.querySelector('[data-loading-shell]'),
  show?: () => void,
): Promise<void> {
  const early = globalThis.earlyAnswers
  // Another tab has other figures.
  if (!early || !template || /\btab=(?!overview)/.test(location.search)) return
  const { locale, calls, places }: FirstView = JSON.parse(template.dataset.places ?? '')
  const asked = calls.map((url) => early.answers.get(url))
  async function paint(view: Element | null, token: string) {
    const answers = await Promise.all(asked)
    const given = answers.map((answer) => answer?.ok && JSON.parse(answer.text))
    const [user, ...data] = given
    if (!given.every((one) => one && one.success !== false) || !seesDashboard(user)) return
    const own = figuresOf(
      data,
      user,
      locale,
      answers.map((answer) => answer?.link),
    )
    if (!own || !shell || !view) return
    // The focus and an open menu stay where they are, and another user may have signed in meanwhile.
    if (shell.querySelector(':focus, :popover-open')) return
    if (localStorage.getItem(tokenKey) !== token) return
    const ofUser = userFigures(user, locale)
    const otherLists = fillPlaces(view, places, {
      ...own,
      texts: [...ofUser.texts, ...own.texts],
      cases: [...ofUser.cases, ...own.cases],
    })
    const loading = [...shell.childNodes]
    // The shell is shown again while another user's session is checked, and React may be long in coming.
    const follow = () =>
      shell.contains(view) &&
      (!shell.isConnected || localStorage.getItem(tokenKey) !== token) &&
      shell.replaceChildren(...loading)
    const begin = () => {
      // Figures that are there already are not drawn again by React.
      document.documentElement.dataset.figures = ''
      shell.replaceChildren(view)
      shell.addEventListener('click', ({ target }) => {
        globalThis.pressedEarly = (target as Element).closest('button:not([popovertarget])')
      })
      globalThis.keysEarly = []
      addEventListener('keydown', (event) => {
        // 'k', left and right; only a field takes them otherwise.
        if (!/^k$|^Arrow[LR]/.test(event.key) || (event.target as Element).closest('input')) return
        if (globalThis.keysEarly?.push(event)) event.preventDefault()
      })
      show?.()
    }
    new MutationObserver(follow).observe(document.body, { childList: true })
    addEventListener('storage', follow)
    addEventListener('pageshow', follow)
    for (const fill of [begin, ...otherLists]) {
      fill()
      // A task that is asked for in a frame runs when it is painted.
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    }
  }
  const painting = paint(template.content.firstElementChild, early.token).catch(() => undefined)
  const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  await Promise.race([asked[0], after(hangsMs)])
  await Promise.race([painting, after(soonMs)])
}
