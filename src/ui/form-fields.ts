type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element) =>
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement,
  )
}

/**
 * Resets the fields of a submitted form to their initial values, but keeps later input.
 * @returns whether there was later input
 */
export function clearSent(form: HTMLFormElement, sent: FormData): boolean {
  const controls = controlsOf(form).filter(({ name }) => name !== '')
  // A form may send more than a field shows.
  const current = new FormData(form)
  const changed = controls.filter(({ name, value }) => {
    const was = sent.get(name)
    const now = current.get(name) ?? value
    return typeof was === 'string' && typeof now === 'string' && oneLineEnd(was) !== oneLineEnd(now)
  })
  for (const control of controls) if (!changed.includes(control)) clear(control)
  return changed.length > 0
}

function clear(control: Control): void {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options]
    control.value = (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? ''
  } else control.value = control.defaultValue
}

/** Normalizes line breaks, because browsers submit text areas with different ones. */
function oneLineEnd(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** A form's content as a string, for comparison. */
export function snapshotOf(form: HTMLFormElement | null | undefined): string {
  return form ? JSON.stringify([...new FormData(form)]) : ''
}

/** Focuses the first of the fields in the order of the form. */
export function focusFirst(form: HTMLFormElement, names: readonly (string | undefined)[]): void {
  const controls = [...form.elements].filter((control) => control instanceof HTMLElement)
  controls.find((control) => names.includes(control.getAttribute('name') ?? ''))?.focus()
}
