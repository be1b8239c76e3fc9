/**
 * The page's own HTML shows 'Loading Aman...' from its first paint (`AccountLayout.astro`). It is in the
 * document only while that is true, so that content never appears twice.
 */
const shell =
  typeof document === 'undefined' ? null : document.querySelector('[data-loading-shell]')

export function showLoadingShell(isLoading: boolean): void {
  document.documentElement.toggleAttribute('data-loading', isLoading)
  if (shell === null) return
  if (!isLoading) shell.remove()
  else if (!shell.isConnected) document.body.prepend(shell)
}
