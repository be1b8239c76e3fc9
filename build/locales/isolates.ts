import type { Translation, Words } from './translation.ts'

/** Placeholders of what is data and may be in any script: names, addresses, ids. */
const data =
  /\{(?:address|column|columns|department|domain|domains|email|host|id|name|networks|organization|reason|reference|sender|system|text|username|value)\}/g

/**
 * Isolates data in the sentences of a language that is read from the right: Arabic letters before it
 * would turn the parts of `365-firm.example` around.
 */
export function isolateData(translation: Translation): Translation {
  return Object.fromEntries(
    Object.entries(translation).map(([key, words]) => [key, isolateIn(words)]),
  )
}

function isolateIn(words: Words): Words {
  if (typeof words === 'string') return words.replace(data, '\u2068$&\u2069')
  return Object.fromEntries(
    Object.entries(words).map(([form, text]) => [form, text.replace(data, '\u2068$&\u2069')]),
  )
}
