/** An email address that breaks after its @ rather than within its domain. */
export function EmailAddress({ address }: { readonly address: string }) {
  const domain = address.lastIndexOf('@') + 1
  return (
    <>
      {address.slice(0, domain)}
      <wbr />
      {address.slice(domain)}
    </>
  )
}
