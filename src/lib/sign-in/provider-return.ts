/**
 * The beginning of each fragment of `singleSignOnFragment`; the sign-in page loads no more than
 * this.
 */
const prefix = '#single-sign-on'

/**
 * The fragment with which the identity provider sent the browser back; it leaves the address and the
 * history at once, because it may hold a one-time code.
 * @returns an empty text for every other address
 */
export function takeProviderReturn(): string {
  const { hash, pathname, search } = location
  if (!hash.startsWith(prefix)) return ''
  history.replaceState(history.state, '', pathname + search)
  return hash
}
