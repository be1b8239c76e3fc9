/** Letters that a field shows; to lay out 25 MB stops a browser for half a minute. */
const mostShown = 20_000
/** A text up to here is shown whole. */
const longest = 2 * mostShown

/**
 * Keeps what a field does not show of a long text, so that its form sends all of it.
 * @param tell called with whether there is such a rest, when that changes
 * @returns what tells all of it
 */
export function holdLongText(
  field: HTMLTextAreaElement,
  tell: (isLonger: boolean) => void,
): () => string {
  let rest = ''
  const text = () => (field.value === '' ? '' : field.value + rest)
  const keep = (text: string) => {
    if ((text === '') !== (rest === '')) tell(text !== '')
    rest = text
  }
  const show = (text: string) => {
    const cut = cutOf(text)
    keep(text.slice(cut))
    field.value = text.slice(0, cut)
  }
  const take = (event: Event, inserted: string) => {
    const { selectionStart: start, selectionEnd: end, value } = field
    // With all that is shown, the rest goes as well.
    if (start === 0 && end === value.length) keep('')
    if (inserted.length <= longest) return
    event.preventDefault()
    show(value.slice(0, start) + inserted + value.slice(end) + rest)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const takeValue = () => {
    if (field.value.length > longest) show(field.value + rest)
  }
  // A browser looks at a pasted text for long before it asks.
  field.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? ''
    if (pasted.length > longest) take(event, pasted)
  })
  field.addEventListener('beforeinput', (event) => take(event, event.data ?? ''))
  // Before others look at it.
  field.addEventListener('input', takeValue, true)
  field.form?.addEventListener('formdata', ({ formData }) => {
    if (rest !== '') formData.set(field.name, text())
  })
  takeValue()
  return text
}

/** Neither a pair of units nor an end of line is cut. */
function cutOf(text: string): number {
  return /[\r\ud800-\udbff]/.test(text.charAt(mostShown - 1)) ? mostShown - 1 : mostShown
}
