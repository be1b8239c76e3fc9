import type { KeyScope } from '../../../contract/core/key-scope.ts'
import type { Locale } from '../../../contract/core/locale.ts'
import type { honestMailsMarked, JudgeMode } from '../../../contract/judge/judge-mode.ts'
import type { SignInMode } from '../../../contract/sign-in/single-sign-on-fields.ts'

/* Organizations, and what belongs to each as a whole. */

export interface Organizations {
  id: string
  name: string
  /** The unique lookup key of the name; ignores case. */
  name_key: string
  industry: 'finance' | 'health_tech' | 'insurance' | 'other'
  contact_email: string
  phone: string
  address: string
  website: string
  employee_count: number
  created_at: string
  /** Since when it is suspended; null while it is not. */
  suspended_at: string | null
  /** The language of users who have not chosen one; null for English. */
  locale: Locale | null
  judge_mode: JudgeMode
  /** How many honest mails in 1,000 the judge may mark. */
  judge_per_thousand: (typeof honestMailsMarked)[number]
  /** Null where it was never chosen: an organization from before there was a choice. */
  judge_chosen_at: string | null
  /** See search-index.ts. */
  search_text: string
}

/** How the users of an organization sign in by single sign-on; without a row they do not. */
export interface IdentityProviders {
  organization_id: string
  mode: SignInMode
  /** As the discovery document names it. */
  issuer: string
  client_id: string
  /** The client secret, encrypted. */
  sealed_secret: string
  /** The user who may use the password where the mode is `only`. */
  break_glass_user_id: string | null
  changed_at: string
}

/** An identity that proved itself at an organization's provider and belongs to no user. */
export interface UnlinkedIdentities {
  organization_id: string
  issuer: string
  subject: string
  /** As the provider named it; not proven. */
  email: string
  seen_at: string
}

/** An invitation that an organization admin sent, for the limits; see organizations/invitation-limits.ts. */
export interface SentInvitations {
  id: string
  organization_id: string
  user_id: string
  sent_at: string
}

export interface GatewayKeys {
  id: string
  organization_id: string
  /** SHA-256 of the key, which itself is shown once and not stored. */
  key_hash: string
  label: string
  created_at: string
  revoked_at: string | null
  /** Accurate to the minute; null for a key that was never used. */
  last_used_at: string | null
  expires_at: string | null
  /** Comma-separated networks in CIDR notation; empty for any network. */
  networks: string
  scope: KeyScope
}

/** A gateway key of the operator, for all organizations or for those of `covered_organizations`. */
export interface OperatorKeys extends Omit<GatewayKeys, 'organization_id'> {
  covers_all: 0 | 1
}

export interface CoveredOrganizations {
  key_id: string
  organization_id: string
}

/** An email domain of an organization; see organizations/domains.ts. */
export interface OrganizationDomains {
  organization_id: string
  /** In canonical form. */
  domain: string
  created_at: string
  /** When a super admin approved it; null for a proposal. At most one organization has it approved. */
  approved_at: string | null
}

/** A token with which an organization's identity provider keeps its users; see scim/. */
export interface ScimTokens {
  id: string
  organization_id: string
  /** SHA-256 of the token, which itself is shown once and not stored. */
  token_hash: string
  note: string
  created_at: string
  /** Accurate to the minute; null for a token that was never used. */
  last_used_at: string | null
  revoked_at: string | null
}

/** How an organization's users are provisioned; without a row nothing is switched on. */
export interface ScimSettings {
  organization_id: string
  /** 1 if a new user gets a mail with an invitation. */
  sends_invitations: 0 | 1
}

/** The identity provider's data about a user beside the user's own fields. */
export interface ScimUsers {
  user_id: string
  /** The id of the user at the provider. */
  external_id: string | null
  given_name: string
  family_name: string
  /** When the provider last changed the user. */
  changed_at: string
}

/** Names and figures do not change after the receipt is issued. */
export interface Receipts {
  /** For example `AMAN-2026-000123`: the year of issue and a number within it. */
  number: string
  organization_id: string
  /** YYYY-MM in UTC. */
  month: string
  /** 0 for the receipt of the month, then 1, 2, 3 … for mail that was reported after it. */
  supplement: number
  organization_name: string
  industry: Organizations['industry']
  scans: number
  rate_fils: number
  cost_fils: number
  issued_at: string
}

export interface OrganizationTables {
  organizations: Organizations
  sent_invitations: SentInvitations
  identity_providers: IdentityProviders
  unlinked_identities: UnlinkedIdentities
  gateway_keys: GatewayKeys
  operator_keys: OperatorKeys
  covered_organizations: CoveredOrganizations
  organization_domains: OrganizationDomains
  scim_tokens: ScimTokens
  scim_settings: ScimSettings
  scim_users: ScimUsers
  receipts: Receipts
}
