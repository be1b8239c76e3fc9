import { vi } from 'vitest'

/** Sends what a test fetches to a server. */
export function stubFetch({ url }: { readonly url: string }): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => fetch(url + path, options))
}
