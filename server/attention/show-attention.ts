import { showAttentionEndpoint } from '../../contract/attention/show-attention.ts'
import { countedDays, showDailyCountsEndpoint } from '../../contract/attention/show-daily-counts.ts'
import {
  mostMembers,
  showOrganizationThreatsEndpoint,
} from '../../contract/attention/show-organization-threats.ts'
import { mostNamed } from '../../contract/organizations/unusual-attacks.ts'
import { dayOf, isoAfter, minuteMs } from '../core/clock.ts'
import { countRows } from '../database/count-rows.ts'
import type { Database } from '../database/tables/tables.ts'
import { firstDay, readDaysOf, readDaysOfAll } from '../emails/emails.ts'
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
import {
  organizationsWithMost,
  recentSince,
  requireOrganization,
  summarizeJumps,
} from '../organizations/organizations.ts'
import { canAddFactors, superAdmins } from '../sign-in/sign-in.ts'
import { findAttacked, findWaitingRequests } from '../team/team.ts'

/** Mail is normally sent within seconds; what waits for longer has a reason. */
const usualWaitMs = 10 * minuteMs

/** As `markSilentGateways` left them: the longest silence first. */
function findSilentGateways(database: Database) {
  return database
    .selectFrom('arrivals')
    .innerJoin('organizations', 'organizations.id', 'arrivals.organization_id')
    .select(['organizations.id', 'organizations.name', 'arrivals.silent_since'])
    .where('arrivals.silent_since', 'is not', null)
    .where('organizations.suspended_at', 'is', null)
    .orderBy('arrivals.silent_since')
    .orderBy('organizations.id')
    .execute()
}

/** Users of organizations that are suspended cannot come, and do not count. */
async function countInvitedUsers(database: Database) {
  const found = await database
    .selectFrom('users')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('users.created_at').as('oldest_at')])
    .where('users.invitation_expires_at', 'is not', null)
    .where('users.password_hash', 'is', null)
    .where('users.is_active', '=', 1)
    .where('users.removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: Number(found.count), oldest_at: found.oldest_at }
}

async function countWaitingMails(database: Database, now: Date) {
  const waiting = await database
    .selectFrom('mails')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest_at')])
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('created_at', '<=', isoAfter(now, -usualWaitMs))
    .executeTakeFirstOrThrow()
  const given_up = await countRows(
    database.selectFrom('mails').where('given_up_at', 'is not', null),
  )
  return {
    count: Number(waiting.count),
    oldest_at: waiting.oldest_at,
    given_up,
  }
}

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

/** The organizations that require a second factor, with active users who have none, most users first. */
function findMissingFactors(database: Database) {
  return organizationsWithMost(
    usersWithoutFactor(database)
      .where('users.role', '!=', 'super_admin')
      .where(({ eb, selectFrom }) =>
        eb('users.organization_id', 'in', selectFrom('factor_policies').select('subject')),
      ),
  )
}

/** 0 where super admins need none. */
async function countAdminsWithoutFactor(database: Database): Promise<number> {
  return countRows(
    usersWithoutFactor(database)
      .where('users.role', '=', 'super_admin')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('factor_policies')
            .select('factor_policies.subject')
            .where('factor_policies.subject', '=', superAdmins),
        ),
      ),
  )
}

/** Users who were invited and have not come yet are asked for a factor when they come. */
function usersWithoutFactor(database: Database) {
  return database
    .selectFrom('users')
    .where('users.is_active', '=', 1)
    .where('users.removed_at', 'is', null)
    .where('users.password_hash', 'is not', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('second_factors')
            .select('second_factors.id')
            .whereRef('second_factors.user_id', '=', 'users.id'),
        ),
      ),
    )
}

/** GET /admin/daily-counts. */
export function showDailyCounts(services: Services) {
  const { database, clock } = services
  return bindUser(services, showDailyCountsEndpoint, async ({ organization_id }) => {
    if (organization_id !== undefined) await requireOrganization(database, organization_id)
    const now = clock()
    const [first, last] = [dayOf(now, 1 - countedDays), dayOf(now)]
    return {
      first_day: first,
      last_day: last,
      counted_since: await firstDay(database, organization_id),
      days:
        organization_id === undefined
          ? await readDaysOfAll(database, first, last)
          : await readDaysOf(database, organization_id, first, last),
    }
  })
}

/** GET /admin/organizations/{organization_id}/threats: nothing that it selects holds a subject. */
export function showOrganizationThreats(services: Services) {
  const { database, clock } = services
  return bindUser(services, showOrganizationThreatsEndpoint, async ({ organization_id }) => {
    await requireOrganization(database, organization_id)
    const since = recentSince(clock())
    const { members, kinds } = await findAttacked(database, organization_id, since)
    return { since, members_hit: members.length, members: members.slice(0, mostMembers), kinds }
  })
}
