import { type Blob, resolveObjectURL } from 'node:buffer'
import { vi } from 'vitest'

/** Catches the files that the page offers to save. @returns their texts by name, the last of each */
export function catchFiles(): () => Promise<Record<string, string>> {
  const saved: [name: string, file: Blob][] = []
  const createElement = () => {
    const link = { href: '', download: '', click }
    function click() {
      const file = resolveObjectURL(link.href)
      if (file !== undefined) saved.push([link.download, file])
    }
    return link
  }
  vi.stubGlobal('document', { createElement })
  return async () =>
    Object.fromEntries(
      await Promise.all(saved.map(async ([name, file]) => [name, await textOf(file)])),
    )
}

/** `text()` would remove a byte order mark. */
async function textOf(file: Blob): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())
}
