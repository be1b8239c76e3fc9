import fc from 'fast-check'

/**
 * Text of any characters. `fc.string({ unit: 'binary' })` is the same, but spends seconds of processor
 * time on a table of all characters.
 */
export function anyText(constraints?: { readonly maxLength: number }): fc.Arbitrary<string> {
  return fc.string({ unit: anyCharacter, ...constraints })
}

const [firstSurrogate, surrogates, most] = [0xd800, 0x800, 0x10ffff]

const anyCharacter = fc
  .nat({ max: most - surrogates })
  .map((number) => String.fromCodePoint(number < firstSurrogate ? number : number + surrogates))
