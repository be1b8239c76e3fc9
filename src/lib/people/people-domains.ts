import { proposeOwnDomainEndpoint } from '../../../contract/organizations/propose-own-domain.ts'
import { call } from '../core/api/http.ts'
import { done, rejectFields, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { people } from './people.ts'
import { $peopleDomainsWords } from './words/people-domains.words.yaml'

const notices = noticesAbout('people-domains')

/** Proposes an email domain, which a super admin approves. */
export async function proposeDomain(form: FormData): Promise<Submitted> {
  const peopleDomainsWords = $peopleDomainsWords.get()
  notices.drop()
  const domain = textOf(form, 'domain')
  if (domain === '') return rejectFields(notices, peopleDomainsWords.domainMissing, ['domain'])
  try {
    await call(proposeOwnDomainEndpoint, { domain })
  } catch (error) {
    return reportFailure(notices, error, { prefix: peopleDomainsWords.proposeFailed }, form)
  }
  notices.success(peopleDomainsWords.proposed({ domain }))
  await people.reload()
  return done
}
