import { $demoFormMessages } from '../../lib/messages/demo-form.ts'
import { demoMail, missingFields, readDemoRequest } from '../../lib/screens/demo-form.ts'
import { done, rejectFields, type Submitted } from '../../lib/ui-state/form.ts'
import { noticesAbout } from '../../lib/ui-state/notices.ts'

const notices = noticesAbout('demo')

/** Rejects empty fields; otherwise opens the mail, then shows the alert (R091-R095). */
export function sendDemoRequest(form: FormData, openMail: (href: string) => void): Submitted {
  const words = $demoFormMessages.get()
  const request = readDemoRequest(form)
  const missing = missingFields(request)
  notices.drop()
  if (missing.length > 0) return rejectFields(notices, words.missing, missing)
  openMail(demoMail(request))
  notices.success(words.sent)
  return done
}
