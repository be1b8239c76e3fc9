import type { Locale } from '../../../contract/core/locale.ts'
import type { Role } from '../../../contract/core/permissions.ts'
import type { FactorKind } from '../../../contract/sign-in/factor.ts'
import type { FactorPolicy } from '../../../contract/sign-in/factor-policy.ts'
import type { SessionScope } from '../../../contract/sign-in/own-session.ts'

/* Users and how they sign in. */

export interface Users {
  id: string
  organization_id: string | null
  username: string
  /** The unique lookup key of the username; ignores case and width. */
  username_key: string
  /**
   * The skeleton of the username, unique among new users. Null for a username that looked like another
   * one before this rule.
   */
  look_alike_key: string | null
  /** In lower case. */
  email: string
  full_name: string
  role: Role
  department: string
  phone: string
  /** A PHC string; null for a user who cannot sign in. */
  password_hash: string | null
  is_active: 0 | 1
  consented_at: string | null
  last_login_at: string | null
  created_at: string
  /** 1 if another person set the password; see sign-in/passwords/passwords.ts. */
  must_change_password: 0 | 1
  /** Set by an invitation; says something only while the user has no password. */
  invitation_expires_at: string | null
  /**
   * The organization that a team lead may manage (`manage:own-organization`); null without the right.
   * See users/change/organization-admin.ts.
   */
  managed_organization_id: string | null
  /** The language that the user chose; null until then. See mail/notice-text.ts. */
  locale: Locale | null
  /** 1 if answers to the user's reports also come by mail. */
  answers_by_mail: 0 | 1
  /** Set for a removed user whose mail is being deleted; calls no longer find the user. */
  removed_at: string | null
  /** The full name as lists are sorted by it: case and width do not matter. */
  name_key: string
  /** See search-index.ts. */
  search_text: string
}

/** Another address of a user, in canonical form; never the `email` of a user. */
export interface UserAliases {
  address: string
  user_id: string
}

/** When a user came from another organization, whose mail stays behind; none has not moved. */
export interface OrganizationJoins {
  user_id: string
  joined_at: string
}

export interface Sessions {
  /** SHA-256 of the bearer token, which itself is not stored. */
  token_hash: string
  user_id: string
  created_at: string
  last_used_at: string
  expires_at: string
  /** Names the session to its user; says nothing about the token. */
  id: string
  /** Names from own lists; empty if unknown. See http/forwarded.ts. */
  browser: string
  system: string
  /** The address of the sign-in; empty if unknown. */
  address: string
  /** When the user last proved who they are: by the sign-in, or by the password later. */
  confirmed_at: string
  /** The browser in `known_devices`; null for a session from before this was kept. */
  device_hash: string | null
  /** 1 if it began by single sign-on. */
  is_single_sign_on: 0 | 1
  /** Which calls it may make: all of its user's, or those of a browser extension. */
  scope: SessionScope
}

export interface SignInFailures {
  id: string
  username_key: string
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  address: string
  failed_at: string
  /** Set for a known browser of this user, whose failures are counted separately. */
  device_hash: string | null
}

/** A browser that has signed in as a user; see sign-in/sessions/known-devices.ts. */
export interface KnownDevices {
  /** SHA-256 of the device cookie, which itself is not stored. */
  token_hash: string
  user_id: string
  created_at: string
  last_used_at: string
}

/** A link in a mail with which a user sets a password; see sign-in/links/. */
export interface AccountLinks {
  /** SHA-256 of the secret in the link, which itself is not stored. */
  secret_hash: string
  user_id: string
  purpose: 'invitation' | 'password-reset'
  /** SHA-256 of what must not have changed when the link is used. */
  bound_to: string
  created_at: string
  expires_at: string
  /** The user who sent an invitation; null for other links. */
  invited_by: string | null
  /** The known browser that asked for it; null for a request from any other, and for an invitation. */
  device_hash: string | null
}

/** Each request for a link by a user who forgot the password, whether or not the user exists. */
export interface ResetRequests {
  id: string
  /** The typed username or email; empty once the request is answered. */
  login: string
  /** See http/forwarded.ts. */
  network: string
  /** Set for a known browser of the user, which strangers cannot keep from a link. */
  device_hash: string | null
  requested_at: string
  answered_at: string | null
}

/** Proofs of a user beside the password; see sign-in/factors/. */
export interface SecondFactors {
  id: string
  user_id: string
  kind: FactorKind
  name: string
  created_at: string
  last_used_at: string | null
  /** The encrypted secret of an authenticator app; see core/sealer.ts. */
  sealed_secret: string | null
  /** The time step of the last accepted code of an authenticator app. */
  last_step: number | null
  /** The id of a passkey, in base64url. */
  credential_id: string | null
  /** The public key of a passkey, in COSE and base64url. */
  public_key: string | null
  /**
   * The counter of a passkey, up to 2^32 - 1, which is more than an integer of PostgreSQL holds.
   */
  signature_count: string | null
  /** Comma-separated. */
  transports: string
}

/** A recovery code that is not used yet. */
export interface RecoveryCodes {
  /** SHA-256 of the user and the code, which itself is shown once. */
  code_hash: string
  user_id: string
}

/** A wrong code at sign-in; see sign-in/factors/sign-in-with-code.ts. */
export interface CodeAttempts {
  id: string
  user_id: string
  /** Set for a known browser of this user, whose attempts are counted separately. */
  device_hash: string | null
  failed_at: string
}

/** A sign-in, a new factor or a joining extension between its two steps; see sign-in/factors/challenges.ts. */
export interface FactorChallenges {
  /** SHA-256 of the challenge, which only the client has. */
  id_hash: string
  purpose: 'sign-in' | 'passkey' | 'add-totp' | 'add-passkey' | 'confirm' | 'join'
  /** Null until a passkey says whose it is. */
  user_id: string | null
  /** SHA-256 of the browser's cookie, or that of the session's token. */
  bound_to: string
  /** SHA-256 of the hash of the password that was proven. */
  password_proof: string | null
  network: string | null
  /** The challenge that the passkey has to sign. */
  webauthn_challenge: string | null
  /** The secret of an authenticator app that is being added, encrypted. */
  sealed_secret: string | null
  expires_at: string
}

/** Whether users need a second factor; without a row it is optional. See sign-in/sessions/factor-policy.ts. */
export interface FactorPolicies {
  /** The id of an organization, or `super_admins`. */
  subject: string
  policy: Exclude<FactorPolicy, 'optional'>
  set_at: string
}

/** An email that a user had until a week ago at most; see mail/new-browser.ts. */
export interface ReplacedEmails {
  id: string
  user_id: string
  address: string
  replaced_at: string
}

/** An identity at a provider, and the user that it signs in. */
export interface IdentityLinks {
  user_id: string
  issuer: string
  /** The `sub` of the identity. */
  subject: string
  created_at: string
  last_used_at: string | null
}

/** A single sign-on that has begun. */
export interface SignOnAttempts {
  /** SHA-256 of the state that the provider returns. */
  state_hash: string
  organization_id: string
  /** Where it was sent; other settings end it. */
  issuer: string
  client_id: string
  /** SHA-256 of the browser's cookie. */
  bound_to: string
  /** The site that the browser returns to, with the path of the page's language. */
  origin: string
  network: string
  /** The session that is to be confirmed; null for a sign-in. */
  session_hash: string | null
  /** The screen of the site that the user opened before; null for none. */
  destination: string | null
  /** Set by the callback, with the code. */
  user_id: string | null
  /** SHA-256 of the one-time code. */
  code_hash: string | null
  expires_at: string
}

export interface AccountTables {
  users: Users
  user_aliases: UserAliases
  organization_joins: OrganizationJoins
  sessions: Sessions
  login_failures: SignInFailures
  known_devices: KnownDevices
  account_links: AccountLinks
  reset_requests: ResetRequests
  second_factors: SecondFactors
  recovery_codes: RecoveryCodes
  code_attempts: CodeAttempts
  factor_challenges: FactorChallenges
  factor_policies: FactorPolicies
  replaced_emails: ReplacedEmails
  identity_links: IdentityLinks
  sign_on_attempts: SignOnAttempts
}
