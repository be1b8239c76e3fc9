/**
 * Makes direction controls visible: `invoice[U+202E]fdp.exe` instead of `invoiceexe.pdf`. For all text
 * from outside: senders, subjects, file names.
 */
export function visibleText(text: string): string {
  return text.replaceAll(
    /\p{Bidi_Control}/gu,
    (control) => `[U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}
