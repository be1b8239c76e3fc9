const style = /<style>([\s\S]*?)<\/style>/g

/**
 * Joins the styles of a page in the place of the first one: each costs a hash in the page's policy, and
 * apart they compress less. The first names the cascade layers, so that the order of the rest is kept.
 */
export function withOneStyle(html: string): string {
  const css = [...html.matchAll(style)].map(([, rules]) => rules?.trim()).join('')
  let isFirst = true
  return html.replace(style, () => {
    const joined = isFirst ? `<style>${css}</style>` : ''
    isFirst = false
    return joined
  })
}
