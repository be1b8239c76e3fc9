type Hydrator = (
  element: HTMLElement,
) => (component: unknown, props: object, slots: object, options: { client: string }) => unknown

const retryMs = 1000

/**
 * The part of Astro's runtime that public pages need: islands without slots whose props are strings,
 * numbers, and lists and objects of those.
 * @returns a function that hydrates the island, or does nothing if the code could not be loaded
 */
export async function loadIsland(island: HTMLElement): Promise<() => Promise<void>> {
  const attribute = (name: string) => island.getAttribute(name) ?? ''
  try {
    const [component, { default: hydrator }]: [Record<string, unknown>, { default: Hydrator }] =
      await Promise.all([
        importTwice(attribute('component-url')),
        importTwice(attribute('renderer-url')),
      ])
    return async () => {
      const props = unpackEntries(JSON.parse(attribute('props')))
      await hydrator(island)(
        component[attribute('component-export')],
        props,
        {},
        { client: 'touch' },
      )
      island.removeAttribute('ssr')
    }
  } catch (error) {
    console.error('astro-island', error)
    return async () => {}
  }
}

/** Browsers cache a failed import by its URL, so the second attempt uses another one. */
async function importTwice(url: string) {
  try {
    return await import(/* @vite-ignore */ url)
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    return import(/* @vite-ignore */ `${url}?again`)
  }
}

/** Astro serializes each value as a pair of kind and value: kind 1 is a list, kind 0 any other value. */
function unpack([kind, value]: readonly [number, unknown]): unknown {
  if (kind === 1 && Array.isArray(value)) return value.map(unpack)
  return typeof value === 'object' && value !== null ? unpackEntries(value) : value
}

function unpackEntries(packed: object): object {
  return Object.fromEntries(Object.entries(packed).map(([name, value]) => [name, unpack(value)]))
}
