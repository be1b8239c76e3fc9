/** Runs, closes what it may stand in, or turns what comes after it around. */
const pieces = [
  '<img src=x onerror=taken=1>',
  '</script><script>taken=1</script>',
  '"\'><svg onload=taken=1>',
  'javascript:taken=1',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template is what is tried
  '{{taken=1}}${taken=1}',
  '</title></style></textarea></noscript><b>',
  ']]>--><!--',
  '&lt;b&gt;&#60;&quot;',
  '\\"\\u003c',
  '\u2028\u2029',
  '\u200f\u061c',
  '<b>',
  '">',
  '&',
]

/**
 * A text that no other place has, as full of hostile pieces as it may be long.
 * @param turn which piece comes first; in as many turns as there are pieces, each has been it
 */
export function hostileText(place: number, turn: number, longest: number): string {
  const first = place + turn
  const inQueue = pieces.map((_, index) => pieces[(first + index) % pieces.length] ?? '')
  return inQueue.reduce(
    (text, piece) => (text.length + piece.length <= longest ? text + piece : text),
    String(place),
  )
}

/** One word as long as its place allows, of the widest letters. */
export function longWord(place: number, longest: number): string {
  return String(place).padEnd(longest, 'W')
}
