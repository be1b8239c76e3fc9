const style = /<style>([\s\S]*?)<\/style>/g
/** A text, in which the others have no meaning, or what ends or nests rules. */
const sign = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{};]/g
/** Browsers that know the colours of this site, `light-dark()`, imply this sign in a nested rule. */
const impliedParent = /(?<=[{};,])&(?: (?![>+~])|(?=>))(?=[^{};"']*\{)/g
const ofLayer = /^@layer ([\w-]+)\{([\s\S]*)\}$/

/**
 * Merges the styles of a page into the first one: each style needs a hash in the page's policy, and
 * separate ones compress less: 230 to 650 bytes. Rules that come again are left out, and each layer is
 * written once: a dashboard's rules are 39 kB with those that both its page and its code have, and 30 kB
 * without, which a phone has to read before its first paint.
 */
export function withOneStyle(html: string): string {
  const css = [...html.matchAll(style)]
    .map(([, rules]) => rules?.trim())
    .join('')
    .replace(/(?<=,) |\n/g, '')
    .replace(impliedParent, '')
  let isFirst = true
  return html.replace(style, () => {
    const joined = isFirst ? `<style>${withoutRepeats(css)}</style>` : ''
    isFirst = false
    return joined
  })
}

/** The first rule declares the order of the layers, so that of their blocks does not count. */
function withoutRepeats(css: string): string {
  const unlayered: string[] = []
  const layers = new Map<string, string[]>()
  for (const rule of rulesIn(css)) {
    const [, name, rules] = ofLayer.exec(rule) ?? []
    if (name === undefined || rules === undefined) unlayered.push(rule)
    else layers.set(name, [...(layers.get(name) ?? []), ...rulesIn(rules)])
  }
  const blocks = Array.from(layers, ([name, rules]) => `@layer ${name}{${lasts(rules).join('')}}`)
  return [...lasts(unlayered), ...blocks].join('')
}

/** The last of equal rules decides, so the others change nothing. */
const lasts = (rules: readonly string[]) => [...new Set(rules.toReversed())].toReversed()

/** The rules and statements of one level. */
function rulesIn(css: string): string[] {
  const rules: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: found, index } of css.matchAll(sign)) {
    if (found === '{') depth += 1
    if (found === '}') depth -= 1
    if (depth > 0 || !/[;}]/.test(found)) continue
    rules.push(css.slice(start, index + 1))
    start = index + 1
  }
  return [...rules, css.slice(start)].filter((rule) => rule !== '')
}
