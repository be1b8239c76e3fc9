import type { HeaderRule } from './headers.ts'

/** Its place in the built site, where Cloudflare, Netlify and other hosts look for it. */
export const headersFileName = '_headers'

const opening =
  '# Written by the build. The rules of a page are valid for that build of the page only.'

export function formatHeadersFile(rules: readonly HeaderRule[]): string {
  const blocks = rules.map(({ path, headers }) => {
    const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)
    return [path, ...lines].join('\n')
  })
  return `${[opening, ...blocks].join('\n\n')}\n`
}

/** @throws Error that names the line that is not a path, a header or a comment */
export function parseHeadersFile(text: string): HeaderRule[] {
  const rules: { path: string; headers: Record<string, string> }[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const header = /^\s+([\w-]+):\s*(.+)$/.exec(line)
    if (line.startsWith('/')) {
      rules.push({ path: line.trim(), headers: {} })
    } else if (header?.[1] !== undefined && header[2] !== undefined && rules.length > 0) {
      Object.assign(rules.at(-1)?.headers ?? {}, { [header[1]]: header[2] })
    } else {
      throw new Error(`${headersFileName}, line ${index + 1}: neither a path nor a header: ${line}`)
    }
  }
  return rules
}
