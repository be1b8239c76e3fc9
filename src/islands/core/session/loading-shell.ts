/**
 * The page's own HTML shows 'Loading Aman...' from its first paint (`AccountLayout.astro`). It is in the
 * document only while that is true, so that content never appears twice.
 */
const shell =
  typeof document === 'undefined' ? null : document.querySelector('[data-loading-shell]')

export function showLoadingShell(isLoading: boolean): void {
  document.documentElement.toggleAttribute('data-loading', isLoading)
  if (shell === null) return
  if (!isLoading) replaceShell(shell)
  else if (!shell.isConnected) document.body.prepend(shell)
}

/** Removes the shell. An open menu and the focus move to the same elements of the content. */
function replaceShell(shell: Element): void {
  const focused = placeOfFocus(shell)
  const menu = shell.querySelector(':popover-open')
  shell.remove()
  if (menu !== null) {
    const source = document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)
    // Where the focus returns to when the menu closes.
    source?.focus()
    document.getElementById(menu.id)?.showPopover(source === null ? {} : { source })
  }
  if (focused === undefined) return
  document.querySelectorAll<HTMLElement>(focused.selector)[focused.index]?.focus()
}

/** Which link or button of the shell has the focus: a selector, and the index among its matches. */
function placeOfFocus(shell: Element): { selector: string; index: number } | undefined {
  const focused = document.activeElement
  if (focused === null || !shell.contains(focused)) return undefined
  const name = focused.localName === 'a' ? 'href' : 'popovertarget'
  const selector = `${focused.localName}[${name}="${focused.getAttribute(name)}"]`
  return { selector, index: [...shell.querySelectorAll(selector)].indexOf(focused) }
}
