import { visibleText } from './visible-text.ts'

/*
 * A label of a domain is shown in its own letters if it uses one script and cannot be mistaken for a
 * Latin label: Latin with the accents of European languages, Cyrillic and Greek with at least one letter
 * that is unlike any Latin letter, and scripts that resemble no other. All others are shown in Punycode,
 * as browsers do (UTS 39).
 */
const clear = [
  /^[\da-z_\u00df-\u00f6\u00f8-\u0130\u0132-\u017e-]*$/,
  /^(?=.*[бджзийлпфцчшщъыьэюя])[\p{sc=Cyrillic}\d-]*$/u,
  /^(?=.*[βδθλξπφψ])[\p{sc=Greek}\d-]*$/u,
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u30fc\d-]*$/u,
  /^[\p{sc=Arabic}\p{Mn}\d-]*$/u,
  /^[\p{sc=Hebrew}\p{Mn}\d-]*$/u,
  /^[\p{sc=Devanagari}\p{Mn}\d-]*$/u,
  /^[\p{sc=Thai}\p{Mn}\d-]*$/u,
  /^[\p{sc=Hangul}\p{Mn}\d-]*$/u,
  /^[\p{sc=Armenian}\p{Mn}\d-]*$/u,
  /^[\p{sc=Georgian}\p{Mn}\d-]*$/u,
]

interface ShownSender {
  readonly text: string
  /** Whether it contains look-alike letters and is therefore shown in Punycode. */
  readonly isDoubtful: boolean
}

/** Displays a domain or a sender's address so that it cannot be mistaken for another one. */
export function shownSender(sender: string): ShownSender {
  const at = sender.lastIndexOf('@') + 1
  const labels = sender.slice(at).split('.').map(showLabel)
  const domain = labels.map(({ text }) => text).join('.')
  return {
    text: visibleText(sender.slice(0, at)) + domain,
    isDoubtful: labels.some(({ isDoubtful }) => isDoubtful),
  }
}

/** Displays a text from a mail: addresses as senders, directions of writing by their names. */
export function shownText(text: string, isAddress: boolean): string {
  return isAddress ? shownSender(text).text : visibleText(text)
}

function showLabel(label: string): ShownSender {
  const given = label.toLowerCase()
  const isEncoded = given.startsWith('xn--')
  if (!isEncoded && /^[ -~]*$/.test(label)) return { text: label, isDoubtful: false }
  const letters = isEncoded ? decodePunycode(given.slice(4)) : given
  const isClear = letters && clear.some((script) => script.test(letters))
  if (isClear) return { text: isEncoded ? letters : label, isDoubtful: false }
  const encoded = isEncoded ? given : encode(label)
  // Text that is not a domain label may be free text of another backend.
  return { text: encoded ?? visibleText(label), isDoubtful: !label.includes(' ') }
}

/** @returns undefined for text that is not a domain label */
function encode(label: string): string | undefined {
  if (visibleText(label) !== label || /[\s:/\\?#%@[\]]/.test(label)) return undefined
  return URL.canParse(`http://${label}`) ? new URL(`http://${label}`).hostname : undefined
}

/**
 * Decodes one label of a domain (RFC 3492). Browsers can encode, in `new URL`, but not decode.
 * @param encoded the text after `xn--`
 * @returns undefined for invalid Punycode
 */
export function decodePunycode(encoded: string): string | undefined {
  const end = encoded.lastIndexOf('-')
  const output = Array.from(encoded.slice(0, Math.max(0, end)), (letter) => letter.charCodeAt(0))
  let [code, bias, index] = [128, 72, 0]
  for (let position = end + 1; position < encoded.length; ) {
    const before = index
    for (let [weight, k] = [1, 36]; ; k += 36) {
      const digit = Number.parseInt(encoded.charAt(position), 36)
      position += 1
      // Punycode has letters before digits; base 36 has digits first.
      const value = digit < 10 ? digit + 26 : digit - 10
      if (Number.isNaN(digit) || index > 1e9) return undefined
      index += value * weight
      const threshold = Math.min(26, Math.max(1, k - bias))
      if (value < threshold) break
      weight *= 36 - threshold
    }
    const length = output.length + 1
    let delta = Math.floor((index - before) / (before === 0 ? 700 : 2))
    delta += Math.floor(delta / length)
    for (bias = 0; delta > 455; bias += 36) delta = Math.floor(delta / 35)
    bias += Math.floor((36 * delta) / (delta + 38))
    code += Math.floor(index / length)
    index %= length
    if (code > 0x10ffff) return undefined
    output.splice(index, 0, code)
    index += 1
  }
  return String.fromCodePoint(...output)
}
