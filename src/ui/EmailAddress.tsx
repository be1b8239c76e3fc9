import { emailParts } from '../lib/core/format/figures.ts'

/**
 * An email address that breaks after its @ rather than within its domain. It runs from left to right also if it
 * begins with a digit, which has no direction.
 */
export function EmailAddress({ address }: { readonly address: string }) {
  const [before, domain] = emailParts(address)
  return (
    <bdi dir="ltr">
      {before}
      <wbr />
      {domain}
    </bdi>
  )
}
