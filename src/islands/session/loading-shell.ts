/**
 * The page's own HTML says 'Loading Aman...' from its first paint on (`AccountLayout.astro`). It is
 * in the document exactly as long as that is true, so that nothing is ever there twice.
 */
const shell =
  typeof document === 'undefined' ? null : document.querySelector('[data-loading-shell]')

export function showLoadingShell(isLoading: boolean): void {
  document.documentElement.toggleAttribute('data-loading', isLoading)
  if (shell === null) return
  if (!isLoading) shell.remove()
  else if (!shell.isConnected) document.body.prepend(shell)
}
