/** No call takes a body with more levels than a few; so many cost no time. */
const mostLevels = 10_000

const [quote, backslash] = ['"', '\\'].map((sign) => sign.charCodeAt(0))
const [openList, closeList, openObject, closeObject] = ['[', ']', '{', '}'].map((sign) =>
  sign.charCodeAt(0),
)

/** Whether a text in JSON has lists and objects within each other at more levels than any call takes. */
export function isNestedDeeply(json: string): boolean {
  let levels = 0
  let isInText = false
  for (let place = 0; place < json.length; place += 1) {
    const sign = json.charCodeAt(place)
    if (isInText && sign === backslash) place += 1
    else if (sign === quote) isInText = !isInText
    else if (isInText) continue
    else if (sign === openList || sign === openObject) levels += 1
    else if (sign === closeList || sign === closeObject) levels -= 1
    if (levels > mostLevels) return true
  }
  return false
}
