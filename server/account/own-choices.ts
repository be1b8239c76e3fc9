import { chooseAnswersEndpoint } from '../../contract/account/choose-answers.ts'
import { chooseLanguageEndpoint } from '../../contract/account/choose-language.ts'
import { consentEndpoint } from '../../contract/account/consent.ts'
import { meEndpoint } from '../../contract/account/me.ts'
import {
  endAllOtherSessionsEndpoint,
  endOneSessionEndpoint,
  listSessionsEndpoint,
  unknownSession,
} from '../../contract/account/own-sessions.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { noteUser } from '../database/note-user.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindChange, bindUser, type Caller } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import {
  endSessions,
  type FactorDuty,
  idleEndOf,
  isPasswordRefused,
  mustSetOwnPassword,
  openDutyOf,
  openSessions,
} from '../sign-in/sign-in.ts'
import { showUser } from '../users/users.ts'

/** POST /account/language, an addition. */
export function chooseLanguage(services: Services) {
  return bindUser(services, chooseLanguageEndpoint, async ({ locale }, { user }) => {
    await noteUser(services.database, user.id, { locale })
    return {}
  })
}

/** POST /account/report-answers, an addition. */
export function chooseAnswers(services: Services) {
  return bindUser(services, chooseAnswersEndpoint, async ({ answers_by_mail }, { user }) => {
    await noteUser(services.database, user.id, { answers_by_mail: answers_by_mail ? 1 : 0 })
    return {}
  })
}

/** POST /users/consent (R350). Repeated calls keep the time of the first consent. */
export function consent(services: Services) {
  return bindChange(services, consentEndpoint, async (_input, caller, transaction) => {
    const { id } = caller.user
    const consented_at = services.clock().toISOString()
    const isFirst = await noteUser(transaction, id, { consented_at }, (column) =>
      column('consented_at', 'is', null),
    )
    if (!isFirst) return {}
    await recordAct(services, transaction, actorOf(caller), {
      action: 'consent',
      target: 'user',
      targetId: id,
    })
    return {}
  })
}

/** GET /account/sessions, an addition. */
export function listSessions(services: Services) {
  return bindUser(services, listSessionsEndpoint, async (_input, { id, user }) => {
    const rows = await openSessions(services, user.id)
    return { sessions: rows.map((row) => ({ ...row, is_current: row.id === id })) }
  })
}

/** DELETE /account/sessions/:id, an addition. */
export function endOneSession(services: Services) {
  return bindChange(services, endOneSessionEndpoint, async ({ id }, caller, transaction) => {
    const ended = await endSessions(transaction, { of: [caller.user.id], id })
    if (ended === 0) throw new HttpError(unknownSession, {})
    await recordEnd(services, transaction, caller, 'one')
    return {}
  })
}

/** DELETE /account/sessions, an addition. */
export function endAllOtherSessions(services: Services) {
  return bindChange(services, endAllOtherSessionsEndpoint, async (_input, caller, transaction) => {
    await endSessions(transaction, { of: [caller.user.id], except: caller.tokenHash })
    await recordEnd(services, transaction, caller, 'others')
    return {}
  })
}

function recordEnd(
  services: Services,
  database: Database,
  caller: Caller,
  detail: 'one' | 'others',
): Promise<void> {
  return recordAct(services, database, actorOf(caller), {
    action: 'session-end',
    target: 'user',
    targetId: caller.user.id,
    detail,
  })
}

/** GET /auth/me (R274, R349). */
export function me(services: Services) {
  return bindUser(services, meEndpoint, async (_input, caller) => {
    const { user, riskSum, organizationName, organizationLocale } = caller
    return {
      ...showUser(user, riskSum, services.clock()),
      ...describeDuty(await openDutyOf(services, caller)),
      ...(mustSetOwnPassword(services, caller) ? { must_change_password: true } : {}),
      ...(caller.isSingleSignOn ? await showSingleSignOn(services, user.id) : {}),
      has_own_account: true,
      locale: user.locale,
      answers_by_mail: user.answers_by_mail === 1,
      organization_name: organizationName,
      organization_locale: organizationLocale,
      ...idleEndOf(services, caller),
    }
  })
}

function describeDuty(duty: FactorDuty) {
  switch (duty.kind) {
    case 'none':
      return {}
    case 'later':
      return { factor_due_at: duty.dueAt }
    case 'now':
      return { must_add_factor: true }
  }
}

async function showSingleSignOn({ database }: Services, userId: string) {
  const isOnly = await isPasswordRefused(database, userId)
  return { is_single_sign_on: true, ...(isOnly ? { only_single_sign_on: true } : {}) }
}
