import {
  supportPriorities,
  supportRequestEndpoint,
  supportRequestTypes,
} from '../../../contract/support-requests/support-request.ts'
import { call } from '../core/api/http.ts'
import { done, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $supportWords } from './words/support.words.yaml'

export { $supportWords } from './words/support.words.yaml'

export { supportPriorities, supportRequestTypes }

export interface SupportFields {
  readonly request_type: (typeof supportRequestTypes)[number]
  readonly priority: (typeof supportPriorities)[number]
  /** A name; empty for no one in particular. */
  readonly team_member_affected: string
  readonly subject: string
  readonly description: string
}

export const supportDefaults: SupportFields = {
  request_type: 'team_assistance',
  priority: 'medium',
  team_member_affected: '',
  subject: '',
  description: '',
}

const notices = noticesAbout('support')

/** Sends the request (R195-R199). */
export async function submitSupport(form: FormData): Promise<Submitted> {
  notices.drop()
  const supportWords = $supportWords.get()
  const type = textOf(form, 'request_type')
  const priority = textOf(form, 'priority')
  try {
    await call(supportRequestEndpoint, {
      request_type:
        supportRequestTypes.find((known) => known === type) ?? supportDefaults.request_type,
      priority: supportPriorities.find((known) => known === priority) ?? supportDefaults.priority,
      subject: textOf(form, 'subject'),
      description: textOf(form, 'description'),
      team_member_affected: textOf(form, 'team_member_affected') || null,
    })
  } catch (error) {
    return reportFailure(
      notices,
      error,
      { prefix: supportWords.failed, order: ['error', 'message'] },
      form,
    )
  }
  notices.success(supportWords.submitted)
  return done
}

/** Submit is disabled until both fields are filled, after trimming (R194). */
export function isSupportFilled(form: FormData): boolean {
  return textOf(form, 'subject') !== '' && textOf(form, 'description') !== ''
}
