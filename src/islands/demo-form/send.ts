import { type DemoField, demoMail, missingFields, readDemoRequest } from '../../lib/demo-form.ts'
import { $demoFormMessages } from '../../lib/messages/demo-form.ts'
import { alertProblem, alertSuccess, dismissNotice } from '../../lib/notices.ts'

let lastProblem: number | undefined

/**
 * Refuses what is not filled in, or writes the mail: first the mail, then the alert, then empty
 * fields (R091-R095). @returns the fields to mark
 */
export function sendDemoRequest(
  form: HTMLFormElement,
  openMail: (href: string) => void,
): DemoField[] {
  const words = $demoFormMessages.get()
  const request = readDemoRequest(new FormData(form))
  const missing = missingFields(request)
  if (lastProblem !== undefined) dismissNotice(lastProblem)
  if (missing[0] !== undefined) {
    lastProblem = alertProblem(words.missing)
    const first = form.elements.namedItem(missing[0])
    if (first instanceof HTMLElement) first.focus()
    return missing
  }
  openMail(demoMail(request))
  alertSuccess(words.sent)
  form.reset()
  return []
}
