/**
 * Observes the requests of this page from now on. A browser tells the address of a request and not its
 * content, so that its bytes are at least those of its address. Files that the page named before it read
 * anything carry nothing of a mail, and are not counted.
 * @param tell called at once and after each request, with the bytes sent
 */
export function countSent(tell: (bytes: number) => void): void {
  const start = performance.now()
  const named = new Set(
    [...document.querySelectorAll<HTMLElement>('link, [data-preload]')].flatMap((it) => {
      const addresses = it.getAttribute('href') ?? it.dataset.preload ?? ''
      return addresses.split(' ')
    }),
  )
  let bytes = 0
  tell(bytes)
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      const address = name.startsWith(location.origin) ? name.slice(location.origin.length) : name
      if (startTime < start || named.has(address)) continue
      bytes += new TextEncoder().encode(address).length
    }
    tell(bytes)
  }).observe({ type: 'resource' })
}
