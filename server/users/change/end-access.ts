import type { Database } from '../../database/tables/tables.ts'
import {
  endLinks,
  endSessions,
  forgetAllFailures,
  forgetDevices,
  isPasswordRefused,
} from '../../sign-in/sign-in.ts'
import { type Cause, type Change, endsLinks, has, having, idsOf } from './user-change.ts'

/** A change of one of these fields ends the user's sessions. */
const endsSessions = ['role', 'is_active', 'password_hash'] as const

/** Ends what was begun before the change and must not outlive it: sessions, links and known browsers. */
export async function endAccess(
  database: Database,
  changes: readonly Change[],
  removedFactors: ReadonlyMap<string, number>,
  cause: Cause,
): Promise<void> {
  // The session that made the change stays valid.
  const except = 'caller' in cause ? cause.caller.tokenHash : undefined
  const losesFactors = ({ before }: Change) => (removedFactors.get(before.id) ?? 0) > 0
  const ended = changes.filter((each) => has(each.fields, endsSessions) || losesFactors(each))
  await endSessions(database, { of: idsOf(ended), except })
  await endLinks(database, idsOf(having(changes, endsLinks)))
  for (const change of having(changes, ['organization_id'])) {
    await endForeignSessions(database, change.before.id, except)
  }
  for (const change of changes) {
    const hasNewPassword = change.fields.includes('password_hash')
    if (!hasNewPassword && !losesFactors(change)) continue
    // The next sign-in is that of a browser that is not known, and the user gets a mail about it.
    const { id, username_key } = change.before
    await forgetDevices(database, id, isCaller(id, cause) ? { tokenHash: except ?? '' } : undefined)
    // They were guesses at the former password; the user need not wait for them.
    if (hasNewPassword) await forgetAllFailures(database, username_key)
  }
}

/** Ends the sessions that could not begin in the new organization. */
async function endForeignSessions(
  database: Database,
  userId: string,
  except: string | undefined,
): Promise<void> {
  await endSessions(database, { of: [userId], begunBy: 'single-sign-on', except })
  if (!(await isPasswordRefused(database, userId))) return
  await endSessions(database, { of: [userId], begunBy: 'password', except })
}

function isCaller(id: string, cause: Cause): boolean {
  return 'caller' in cause && cause.caller.user.id === id
}
