import { $late } from '../../../lib/core/api/late.ts'
import { $causesWords } from '../../../lib/core/words/causes.words.yaml'

/**
 * The page's own HTML shows 'Loading Aman...' from its first paint (`AccountDocument.astro`). It is in the
 * document only while that is true, so that content never appears twice.
 */
export const shell =
  typeof document === 'undefined' ? null : document.querySelector('[data-loading-shell]')

export function showLoadingShell(isLoading: boolean): void {
  document.documentElement.toggleAttribute('data-loading', isLoading)
  if (shell === null) return
  if (!isLoading) replaceShell(shell)
  else if (!shell.isConnected) document.body.prepend(shell)
}

/** Below 'Loading Aman...', while the server does not answer: React renders only after that. */
$late.reads.listen((count) => {
  const place = shell?.querySelector('.spinner')
  const said = place?.querySelector('.spinner-late')
  if (count === 0) return said?.remove()
  if (!place || said) return
  const line = document.createElement('p')
  line.className = 'spinner-late'
  line.textContent = $causesWords.get().late
  place.append(line)
})

/** Removes the shell. The focus, an open menu, a press and keys move to the same elements of the content. */
function replaceShell(shell: Element): void {
  const focused = document.activeElement
  const menu = shell.querySelector(':popover-open')
  const pressed = globalThis.pressedEarly
  const keys = globalThis.keysEarly
  globalThis.pressedEarly = null
  // The others are for the search, which comes later.
  globalThis.keysEarly = keys?.filter(isForSearch)
  shell.remove()
  if (menu !== null) {
    const source = document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)
    // Where the focus returns to when the menu closes.
    source?.focus()
    document.getElementById(menu.id)?.showPopover(source === null ? {} : { source })
  }
  sameInContent(shell, focused)?.focus()
  const again = sameInContent(shell, pressed)
  // A press may change the page that is being drawn.
  setTimeout(() => again?.click())
  for (const key of keys?.filter((it) => !isForSearch(it)) ?? []) {
    setTimeout(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key)))
  }
}

/** Links and buttons of the shell are told apart by their names, and those of one name by their order. */
function sameInContent(shell: Element, element: Element | null | undefined) {
  const named = (root: ParentNode) =>
    [...root.querySelectorAll<HTMLElement>('a, button')].filter(
      ({ ariaLabel, textContent }) =>
        ariaLabel === element?.ariaLabel && textContent === element?.textContent,
    )
  return element instanceof HTMLElement ? named(document)[named(shell).indexOf(element)] : undefined
}

function isForSearch({ key }: KeyboardEvent): boolean {
  return key === 'k'
}
