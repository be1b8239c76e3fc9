/** Whether an inline style puts text out of a reader's sight. */
export function isHiddenStyle(style: string): boolean {
  const plain = style.slice(0, 1000).toLowerCase().replace(/\s+/g, '')
  return (
    plain.includes('display:none') ||
    plain.includes('visibility:hidden') ||
    /(?:^|;)font-size:0(?:px|pt|em|%)?(?:;|!|$)/.test(plain) ||
    /(?:^|;)font-size:1px/.test(plain) ||
    /(?:^|;)opacity:0(?:\.0+)?(?:;|!|$)/.test(plain) ||
    /(?:^|;)max-height:0(?:px)?(?:;|!|$)/.test(plain) ||
    /(?:^|;)color:(?:#fff(?:fff)?|white|transparent)(?:;|!|$).*font-size:[0-3]px/.test(plain)
  )
}
