import { $demoFormMessages } from '../../lib/messages/demo-form.ts'
import {
  type DemoField,
  demoMail,
  missingFields,
  readDemoRequest,
} from '../../lib/screens/demo-form.ts'
import { noticesAbout } from '../../lib/ui-state/notices.ts'

const notices = noticesAbout('demo')

/**
 * Rejects empty fields; otherwise opens the mail, then shows the alert, then clears the fields
 * (R091-R095). @returns the fields to mark
 */
export function sendDemoRequest(
  form: HTMLFormElement,
  openMail: (href: string) => void,
): DemoField[] {
  const words = $demoFormMessages.get()
  const request = readDemoRequest(new FormData(form))
  const missing = missingFields(request)
  notices.drop()
  if (missing[0] !== undefined) {
    notices.problem(words.missing)
    const first = form.elements.namedItem(missing[0])
    if (first instanceof HTMLElement) first.focus()
    return missing
  }
  openMail(demoMail(request))
  notices.success(words.sent)
  form.reset()
  return []
}
