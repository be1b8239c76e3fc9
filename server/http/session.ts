import type { Selectable } from 'kysely'
import type { Locale } from '../../contract/core/locale.ts'
import type { SessionScope } from '../../contract/sign-in/session-scope.ts'
import type { Tables, Users } from '../database/tables/tables.ts'

/** A session and its signed-in user. */
export interface Session {
  readonly tokenHash: string
  readonly id: string
  /** When the user last proved who they are. */
  readonly confirmedAt: string
  /** When a call last extended it, to the minute; includes this call unless it is background. */
  readonly lastUsedAt: string
  /** The policy that the user falls under; undefined where second factors are optional. */
  readonly factorPolicy: Pick<Tables['factor_policies'], 'policy' | 'set_at'> | undefined
  /** Whether it began by single sign-on. */
  readonly isSingleSignOn: boolean
  readonly scope: SessionScope
  /*
   * Every screen shows these of the user. It is read with the session, so that the check of it,
   * with which every screen begins, is one statement.
   */
  /** Empty without an organization. */
  readonly organizationName: string
  readonly organizationLocale: Locale | null
  /** See risk-score.ts; 0 without mail. */
  readonly riskSum: number
  readonly user: Omit<
    Selectable<Users>,
    'password_hash' | 'username_key' | 'look_alike_key' | 'removed_at' | 'name_key' | 'search_text'
  >
}
