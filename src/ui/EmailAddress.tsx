import { emailParts } from '../lib/core/format/email-parts.ts'

/** An email address that breaks after its @ rather than within its domain. */
export function EmailAddress({ address }: { readonly address: string }) {
  const [before, domain] = emailParts(address)
  return (
    <>
      {before}
      <wbr />
      {domain}
    </>
  )
}
