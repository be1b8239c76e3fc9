/** The sheets that are on their way, by address. */
const coming = new Map<string, Promise<void>>()
const links: HTMLLinkElement[] = []

/** As long as React works before it lets the browser answer an input. */
const sliceMs = 5

/**
 * Stands in for Vite's helper around each `import()`, which adds the links of a part, up to thirty, in one task:
 * a slow phone takes several milliseconds for each request.
 * @param urls of the chunks and styles that the code imports, without the slash before them
 * @throws Error if a style sheet does not load, and what the import throws
 */
export async function preloadCode<Code>(
  load: () => Promise<Code>,
  urls: readonly string[] = [],
): Promise<Code> {
  const sheets = urls.map((url) =>
    url.endsWith('.css') ? addSheet(`/${url}`) : addHint(`/${url}`),
  )
  await Promise.all(sheets)
  return load()
}

function addHint(url: string): undefined {
  if (!hasLink(`[href="${url}"]`)) addLink('modulepreload', url)
}

function addSheet(url: string): Promise<void> | undefined {
  if (hasLink(`[rel=stylesheet][href="${url}"]`)) return coming.get(url)
  const link = addLink('stylesheet', url)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  link.onload = () => resolve()
  link.onerror = () => {
    // The next attempt asks for it again.
    link.remove()
    reject(new Error(`Failed to load ${url}`))
  }
  const settled = promise.finally(() => coming.delete(url))
  coming.set(url, settled)
  return settled
}

function hasLink(selector: string): boolean {
  return links.some((link) => link.matches(selector)) || document.querySelector(selector) !== null
}

function addLink(rel: string, url: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  link.setAttribute('href', url)
  link.crossOrigin = ''
  if (links.push(link) === 1) queueMicrotask(addSome)
  return link
}

function addSome(): void {
  const endMs = performance.now() + sliceMs
  do document.head.append(links.shift() ?? '')
  while (links.length > 0 && performance.now() < endMs)
  if (links.length > 0) setTimeout(addSome)
}
