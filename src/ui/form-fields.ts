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
 * Gives the fields of a form that was sent their first values back; what was typed since stays.
 * @returns whether something was typed since
 */
export function clearSent(form: HTMLFormElement, sent: FormData): boolean {
  const controls = controlsOf(form).filter(({ name }) => name !== '')
  const changed = controls.filter(({ name, value }) => {
    const was = sent.get(name)
    return typeof was === 'string' && oneLineEnd(was) !== oneLineEnd(value)
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

/** Browsers differ in the line ends with which they send what a text area holds. */
function oneLineEnd(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** Text that says what is in a form, to be compared later. */
export function snapshotOf(form: HTMLFormElement | null | undefined): string {
  return form ? JSON.stringify([...new FormData(form)]) : ''
}
