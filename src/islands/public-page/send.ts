import { done, rejectFields, type Submitted } from '../../lib/core/ui-state/form.ts'
import { noticesAbout } from '../../lib/core/ui-state/notices.ts'
import { demoMail, missingFields, readDemoRequest } from '../../lib/public-page/demo-form.ts'
import { $demoFormWords } from '../../lib/public-page/words/demo-form.words.yaml'

const notices = noticesAbout('demo')

/** Rejects empty fields; otherwise opens the mail, then shows the alert (R091-R095). */
export function sendDemoRequest(form: FormData, openMail: (href: string) => void): Submitted {
  const words = $demoFormWords.get()
  const request = readDemoRequest(form)
  const missing = missingFields(request)
  notices.drop()
  if (missing.length > 0) return rejectFields(notices, words.missing, missing)
  openMail(demoMail(request))
  notices.success(words.sent)
  return done
}
