import { showAttentionEndpoint } from '../../contract/attention/show-attention.ts'
import { mostNamed } from '../../contract/organizations/unusual-attacks.ts'
import {
  countUnknownKeys,
  findExpiringKeys,
  findNeedyKeys,
  findRefused,
} from '../gateways/gateways.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { findDoubtedJudges, findUndecidedJudges } from '../judge/judge.ts'
import { findFailingMailboxes, findRefusedCredentials } from '../mailboxes/mailboxes.ts'
import { summarizeJumps } from '../organizations/organizations.ts'
import { canAddFactors } from '../sign-in/sign-in.ts'
import { findWaitingRequests } from '../team/team.ts'
import { countAdminsWithoutFactor, findMissingFactors } from './missing-factors.ts'
import { countInvitedUsers, countWaitingMails, findSilentGateways } from './waiting.ts'

/**
 * GET /admin/attention. The figures are counted by indexes or from one row for each organization
 * and day, so they cost the same however much mail there is.
 */
export function showAttention(services: Services) {
  const { database, clock } = services
  return bindUser(services, showAttentionEndpoint, async () => {
    const now = clock()
    const canAdd = canAddFactors(services)
    const silent = await findSilentGateways(database)
    const refused = await findRefused(database, now)
    const expiring = await findExpiringKeys(database, now)
    const needy = await findNeedyKeys(database, now)
    const requests = await findWaitingRequests(database, now)
    const failing = await findFailingMailboxes(database)
    const credentials = await findRefusedCredentials(database)
    const lacking = canAdd ? await findMissingFactors(database) : []
    return {
      attacks: await summarizeJumps(database, now),
      silent_gateways: { count: silent.length, silent: silent.slice(0, mostNamed) },
      refused_requests: { count: refused.length, refused: refused.slice(0, mostNamed) },
      unknown_keys: await countUnknownKeys(database, now),
      expiring_keys: { count: expiring.length, expiring: expiring.slice(0, mostNamed) },
      operator_keys: { count: needy.length, keys: needy.slice(0, mostNamed) },
      undecided_judges: await findUndecidedJudges(database, mostNamed),
      doubted_judges: await findDoubtedJudges(database, mostNamed, now),
      support_requests: { count: requests.length, requests: requests.slice(0, mostNamed) },
      failing_mailboxes: { count: failing.length, failing: failing.slice(0, mostNamed) },
      refused_credentials: {
        count: credentials.length,
        refused: credentials.slice(0, mostNamed),
      },
      missing_factors: { count: lacking.length, lacking: lacking.slice(0, mostNamed) },
      admins_without_factor: canAdd ? await countAdminsWithoutFactor(database) : 0,
      invited_users: await countInvitedUsers(database),
      waiting_mails: await countWaitingMails(database, now),
    }
  })
}
