const attribute = / [\w:-]+="[^"]*"/g
const attributes = new RegExp(`(?<=<[\\w-]+)(?:${attribute.source})+`, 'g')

/** Markup with the attributes of each element in one order, which no reader sees. */
export function sortedAttributes(html: string): string {
  return html.replaceAll(attributes, (all) => (all.match(attribute) ?? []).sort().join(''))
}
