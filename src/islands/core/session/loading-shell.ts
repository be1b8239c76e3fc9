/**
 * The page's own HTML shows 'Loading Aman...' from its first paint (`AccountLayout.astro`). It is in the
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

/** Removes the shell. An open menu and the focus move to the same elements of the content. */
function replaceShell(shell: Element): void {
  const focused = document.activeElement
  const isWithin = shell.contains(focused)
  const menu = shell.querySelector(':popover-open')
  shell.remove()
  if (menu !== null) {
    const source = document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)
    // Where the focus returns to when the menu closes.
    source?.focus()
    document.getElementById(menu.id)?.showPopover(source === null ? {} : { source })
  }
  if (!isWithin) return
  // Links and buttons of the frame are told apart by their words.
  const all = [...document.querySelectorAll<HTMLElement>('a, button')]
  all.find(({ textContent }) => textContent === focused?.textContent)?.focus()
}
