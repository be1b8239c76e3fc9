import { randomBytes } from 'node:crypto'
import {
  joinExtensionEndpoint,
  makeJoinCodeEndpoint,
  wrongJoinCode,
} from '../../../contract/sign-in/join-extension.ts'
import { recordAct } from '../../audit/audit.ts'
import { clockSkewMs, isoAfter } from '../../core/clock.ts'
import { HttpError } from '../../core/http-error.ts'
import { hashSecret } from '../../core/secrets.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindChange, bindResponse } from '../../http/bind.ts'
import { browserWords } from '../../http/browser-words.ts'
import { limitedNetwork } from '../../http/connections/network.ts'
import { clientAddress } from '../../http/forwarded.ts'
import { jsonAnswer } from '../../http/json-answer.ts'
import type { Services } from '../../http/services.ts'
import { challengeLifeMs, consumeChallenge, createChallenge } from '../factors/challenges.ts'
import {
  countAttempt,
  createSignInThrottle,
  forgetAttempt,
  limitedKeys,
} from '../passwords/sign-in-limits.ts'
import { maySignInAt } from '../sessions/may-sign-in.ts'
import { startSession } from '../sessions/sessions.ts'

/** Without what looks alike; each of the 32 is five bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz023456789'
const lettersOfOrganization = 4
const lettersOfSecret = 8

/** POST /account/extension-code. */
export function makeJoinCode(services: Services) {
  return bindChange(
    services,
    makeJoinCodeEndpoint,
    async (_input, { user, tokenHash }, database) => {
      await database
        .deleteFrom('factor_challenges')
        .where('user_id', '=', user.id)
        .where('purpose', '=', 'join')
        .execute()
      const code = newCode(user.organization_id ?? user.id)
      const challenge = { purpose: 'join', user_id: user.id, bound_to: tokenHash } as const
      await createChallenge(services, database, challenge, code)
      return {
        code: code.replaceAll(/.{4}(?=.)/g, '$&-'),
        expires_at: isoAfter(services.clock(), challengeLifeMs),
      }
    },
  )
}

/**
 * A code begins with letters of the organization, so that guesses count for it: those of one organization
 * are limited from wherever they come. The others are 40 random bits, which are worth nothing after five
 * minutes.
 */
function newCode(organization: string): string {
  const known = Buffer.from(hashSecret(`extension of ${organization}`), 'hex')
  const bytes = [...known.subarray(0, lettersOfOrganization), ...randomBytes(lettersOfSecret)]
  return bytes.map((byte) => letters[byte % letters.length]).join('')
}

/** POST /auth/extension. */
export function joinExtension(services: Services) {
  const { signInFailuresPerAddress } = services.limits
  // Many of one organization may join on one day, and mistype a code.
  const limits = { ...services.limits, signInFailuresPerUsername: signInFailuresPerAddress }
  const throttle = createSignInThrottle(services.clock)
  return bindResponse(services, joinExtensionEndpoint, async (read, context) => {
    const { code } = await read()
    const address = clientAddress(context, services.trustedProxies)
    const source = {
      usernameKey: `extension ${code.slice(0, lettersOfOrganization)}`,
      network: limitedNetwork(address),
      deviceHash: null,
    }
    const keys = limitedKeys(source)
    throttle.check(...keys)
    const attempt = await countAttempt({ ...services, limits }, throttle, source, keys)
    const answer = await services.database.transaction().execute(async (transaction) => {
      const joining = await findJoining(services, transaction, code)
      await consumeChallenge(transaction, joining)
      await forgetAttempt({ database: transaction }, attempt)
      await recordAct(
        services,
        transaction,
        { actor_id: joining.id, actor_role: joining.role, address },
        { action: 'sign-in', target: 'user', targetId: joining.id, detail: 'extension' },
      )
      const token = await startSession(services, transaction, joining.id, {
        ...browserWords(context.req.header('user-agent')),
        address,
        deviceHash: null,
        isSingleSignOn: joining.is_single_sign_on === 1,
        scope: 'extension',
      })
      const { full_name, organization_name } = joining
      return { access_token: token, full_name, organization_name: organization_name ?? '' }
    })
    return jsonAnswer(answer)
  })
}

/** The user of a code, while the session that made it is open. @throws HttpError 422 */
async function findJoining({ clock }: Services, transaction: Database, code: string) {
  const now = clock()
  return (
    transaction
      .selectFrom('factor_challenges')
      .innerJoin('sessions', 'sessions.token_hash', 'factor_challenges.bound_to')
      .innerJoin('users', 'users.id', 'factor_challenges.user_id')
      .leftJoin('organizations', 'organizations.id', 'users.organization_id')
      .select([
        'factor_challenges.id_hash',
        'sessions.is_single_sign_on',
        'users.id',
        'users.role',
        'users.full_name',
        'organizations.name as organization_name',
      ])
      .where('factor_challenges.id_hash', '=', hashSecret(code))
      .where('factor_challenges.purpose', '=', 'join')
      .where('factor_challenges.expires_at', '>', now.toISOString())
      // One that ends later than possible was made before the clock was set back.
      .where('factor_challenges.expires_at', '<=', isoAfter(now, challengeLifeMs + clockSkewMs))
      .where(maySignInAt)
      .forUpdate('factor_challenges')
      .executeTakeFirstOrThrow(() => new HttpError(wrongJoinCode, {}))
  )
}
