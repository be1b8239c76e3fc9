type Hydrator = (
  element: HTMLElement,
) => (component: unknown, props: object, slots: object, options: { client: string }) => unknown

const retryMs = 1000

/**
 * What Astro's own runtime does for an island without slots, whose props are texts, numbers, lists and
 * objects of those. It leaves out what our public pages never use, which is most of it.
 * @returns the function that hydrates; one that does nothing where the code did not come
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

/** A browser remembers an address that failed, so that the second try has another one. */
async function importTwice(url: string) {
  try {
    return await import(/* @vite-ignore */ url)
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    return import(/* @vite-ignore */ `${url}?again`)
  }
}

/** Astro writes each value as its kind and itself: kind 1 is a list, kind 0 everything else here. */
function unpack([kind, value]: readonly [number, unknown]): unknown {
  if (kind === 1 && Array.isArray(value)) return value.map(unpack)
  return typeof value === 'object' && value !== null ? unpackEntries(value) : value
}

function unpackEntries(packed: object): object {
  return Object.fromEntries(Object.entries(packed).map(([name, value]) => [name, unpack(value)]))
}
