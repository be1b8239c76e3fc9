/** The columns and keys of each table of 0.2.0, in SQLite's dialect. */
export const tablesOfFirstRelease: Readonly<Record<string, string>> = {
  organizations: `
    "id" text not null primary key, "name" text not null, "name_key" text not null unique,
    "industry" text not null, "contact_email" text not null, "phone" text not null,
    "address" text not null, "website" text not null, "employee_count" integer not null,
    "created_at" text not null, "search_text" text default '' not null, "suspended_at" text,
    "locale" text, "judge_mode" text default 'watch' not null,
    "judge_per_thousand" integer default 10 not null`,
  users: `
    "id" text not null primary key, "organization_id" text references "organizations" ("id"),
    "username" text not null, "username_key" text not null unique, "email" text not null unique,
    "full_name" text not null, "role" text not null, "department" text not null,
    "phone" text not null, "password_hash" text, "is_active" integer not null, "consented_at" text,
    "last_login_at" text, "created_at" text not null, "removed_at" text, "look_alike_key" text,
    "search_text" text default '' not null, "name_key" text default '' not null,
    "must_change_password" integer default 0 not null, "invitation_expires_at" text,
    "managed_organization_id" text, "locale" text`,
  sessions: `
    "token_hash" text not null primary key,
    "user_id" text not null references "users" ("id") on delete cascade, "created_at" text not null,
    "last_used_at" text not null, "expires_at" text not null, "id" text default '' not null,
    "browser" text default '' not null, "system" text default '' not null,
    "address" text default '' not null, "confirmed_at" text default '' not null, "device_hash" text,
    "is_single_sign_on" integer default 0 not null`,
  login_failures: `
    "id" text not null primary key, "username_key" text not null, "address" text not null,
    "failed_at" text not null, "device_hash" text`,
  gateway_keys: `
    "id" text not null primary key,
    "organization_id" text not null references "organizations" ("id") on delete cascade,
    "key_hash" text not null unique, "label" text not null, "created_at" text not null,
    "revoked_at" text, "last_used_at" text, "expires_at" text, "networks" text default '' not null,
    "scope" text default 'report' not null`,
  flags: `
    "id" text not null primary key,
    "user_id" text not null references "users" ("id") on delete cascade, "flag_type" text not null,
    "value" text not null, "reason" text, "blocked_count" integer default 0 not null,
    "created_at" text not null, "search_text" text default '' not null, "expires_at" text,
    "last_matched_on" text, constraint "flags_once_per_person" unique ("user_id", "value")`,
  scans: `
    "id" text not null primary key,
    "user_id" text not null references "users" ("id") on delete cascade,
    "received_at" text not null, "threat_level" text not null, "sender_domain" text not null,
    "email_subject" text not null, "detection_reason" text not null, "indicators" text not null,
    "delete_after" text, "disposition" text, "message_id_hmac" text,
    "sender_address" text default '' not null, "search_text" text default '' not null, "spf" text,
    "dkim" text, "dmarc" text, "risk_points" integer, "reason" text, "judge_level" text`,
  scan_totals: `
    "user_id" text not null primary key references "users" ("id") on delete cascade,
    "safe" integer not null, "suspicious" integer not null, "malicious" integer not null,
    "risk_sum" real not null`,
  monthly_scans: `
    "organization_id" text not null references "organizations" ("id"), "month" text not null,
    "safe" integer not null, "suspicious" integer not null, "malicious" integer not null,
    constraint "monthly_scans_key" primary key ("organization_id", "month")`,
  mails: `
    "id" text not null primary key, "recipient" text not null, "subject" text not null,
    "body" text not null, "created_at" text not null, "attempts" integer not null,
    "next_attempt_at" text not null, "sent_at" text, "last_error" text, "message_id" text not null,
    "reply_to" text, "given_up_at" text, "holds_secret" integer default 0 not null`,
  audit: `
    "id" text not null primary key, "at" text not null, "actor_id" text, "actor_role" text not null,
    "action" text not null, "target_type" text not null, "target_id" text, "address" text not null,
    "detail" text not null, "actor_organization_id" text, "target_organization_id" text`,
  counters: `
    "name" text not null primary key, "value" integer not null`,
  secrets: `
    "name" text not null primary key, "value" text not null, "created_at" text not null`,
  answered_reports: `
    "id" text not null primary key, "report_hash" text not null, "answer" text not null,
    "answered_at" text not null`,
  known_devices: `
    "token_hash" text not null, "user_id" text not null references "users" ("id") on delete cascade,
    "created_at" text not null, "last_used_at" text not null,
    constraint "known_devices_key" primary key ("token_hash", "user_id")`,
  organization_totals: `
    "organization_id" text not null references "organizations" ("id"),
    "user_id" text not null references "users" ("id") on delete cascade, "safe" integer not null,
    "suspicious" integer not null, "malicious" integer not null, "risk_sum" real not null,
    constraint "organization_totals_key" primary key ("organization_id", "user_id")`,
  receipts: `
    "number" text not null primary key,
    "organization_id" text not null references "organizations" ("id"), "month" text not null,
    "supplement" integer not null, "organization_name" text not null, "industry" text not null,
    "scans" integer not null, "rate_fils" integer not null, "cost_fils" integer not null,
    "issued_at" text not null,
    constraint "receipts_once" unique ("organization_id", "month", "supplement")`,
  user_aliases: `
    "address" text not null primary key,
    "user_id" text not null references "users" ("id") on delete cascade`,
  flag_revisions: `
    "organization_id" text not null primary key references "organizations" ("id") on delete cascade,
    "revision" text not null, "next_expiry_at" text`,
  arrivals: `
    "organization_id" text not null primary key references "organizations" ("id"),
    "first_report_at" text, "last_report_at" text not null, "first_message_at" text,
    "last_message_at" text, "last_level" text, "silent_since" text`,
  mail_checks: `
    "id" text not null primary key,
    "user_id" text not null references "users" ("id") on delete cascade, "checked_at" text not null,
    "threat_level" text`,
  account_links: `
    "secret_hash" text not null primary key,
    "user_id" text not null references "users" ("id") on delete cascade, "purpose" text not null,
    "bound_to" text not null, "created_at" text not null, "expires_at" text not null,
    "invited_by" text, "device_hash" text`,
  reset_requests: `
    "id" text not null primary key, "login" text not null, "network" text not null,
    "requested_at" text not null, "answered_at" text, "device_hash" text`,
  second_factors: `
    "id" text not null primary key,
    "user_id" text not null references "users" ("id") on delete cascade, "kind" text not null,
    "name" text not null, "created_at" text not null, "last_used_at" text, "sealed_secret" text,
    "last_step" integer, "credential_id" text unique, "public_key" text, "signature_count" text,
    "transports" text default '' not null`,
  recovery_codes: `
    "code_hash" text not null primary key,
    "user_id" text not null references "users" ("id") on delete cascade`,
  code_attempts: `
    "id" text not null primary key,
    "user_id" text not null references "users" ("id") on delete cascade, "device_hash" text,
    "failed_at" text not null`,
  factor_challenges: `
    "id_hash" text not null primary key, "purpose" text not null,
    "user_id" text references "users" ("id") on delete cascade, "bound_to" text not null,
    "password_proof" text, "network" text, "webauthn_challenge" text, "sealed_secret" text,
    "expires_at" text not null`,
  reported_mails: `
    "id" text not null, "user_id" text not null references "users" ("id") on delete cascade,
    "scan_id" text not null, "level" text not null, "reported_level" text not null,
    "risk" real not null, "received_at" text not null, "kept_since" text not null,
    constraint "reported_mails_key" primary key ("user_id", "id")`,
  organization_domains: `
    "organization_id" text not null references "organizations" ("id"), "domain" text not null,
    "created_at" text not null, "approved_at" text,
    constraint "organization_domains_key" primary key ("organization_id", "domain")`,
  scim_tokens: `
    "id" text not null primary key,
    "organization_id" text not null references "organizations" ("id"),
    "token_hash" text not null unique, "note" text not null, "created_at" text not null,
    "last_used_at" text, "revoked_at" text`,
  scim_settings: `
    "organization_id" text not null primary key references "organizations" ("id"),
    "sends_invitations" integer not null`,
  scim_users: `
    "user_id" text not null primary key references "users" ("id") on delete cascade,
    "external_id" text, "given_name" text default '' not null,
    "family_name" text default '' not null, "changed_at" text not null`,
  identity_providers: `
    "organization_id" text not null primary key references "organizations" ("id") on delete cascade,
    "mode" text not null, "issuer" text not null, "client_id" text not null,
    "sealed_secret" text not null,
    "break_glass_user_id" text references "users" ("id") on delete set null,
    "changed_at" text not null`,
  identity_links: `
    "user_id" text not null references "users" ("id") on delete cascade, "issuer" text not null,
    "subject" text not null, "created_at" text not null, "last_used_at" text,
    constraint "identity_links_key" primary key ("user_id", "issuer"),
    constraint "identity_links_subject" unique ("issuer", "subject")`,
  unlinked_identities: `
    "organization_id" text not null references "organizations" ("id") on delete cascade,
    "issuer" text not null, "subject" text not null, "email" text not null, "seen_at" text not null,
    constraint "unlinked_identities_key" primary key ("organization_id", "issuer", "subject")`,
  sign_on_attempts: `
    "state_hash" text not null primary key,
    "organization_id" text not null references "organizations" ("id") on delete cascade,
    "issuer" text not null, "client_id" text not null, "bound_to" text not null,
    "origin" text not null, "network" text not null, "session_hash" text,
    "user_id" text references "users" ("id") on delete cascade, "code_hash" text unique,
    "expires_at" text not null, "destination" text`,
  factor_policies: `
    "subject" text not null primary key, "policy" text not null, "set_at" text not null`,
  replaced_emails: `
    "id" text not null primary key,
    "user_id" text not null references "users" ("id") on delete cascade, "address" text not null,
    "replaced_at" text not null`,
  sent_invitations: `
    "id" text not null primary key,
    "organization_id" text not null references "organizations" ("id"),
    "user_id" text not null references "users" ("id") on delete cascade, "sent_at" text not null`,
  weekly_scores: `
    "user_id" text not null references "users" ("id") on delete cascade, "week" text not null,
    "score" real not null, "organization_id" text, "organization_score" real,
    constraint "weekly_scores_key" primary key ("user_id", "week")`,
  organization_joins: `
    "user_id" text not null primary key references "users" ("id") on delete cascade,
    "joined_at" text not null`,
  daily_counts: `
    "organization_id" text not null references "organizations" ("id"), "day" text not null,
    "safe" integer not null, "suspicious" integer not null, "malicious" integer not null,
    constraint "daily_counts_key" primary key ("organization_id", "day")`,
  webhooks: `
    "id" text not null primary key, "url" text not null, "description" text not null,
    "events" text not null,
    "organization_id" text references "organizations" ("id") on delete cascade,
    "pause" text not null, "paused_at" text, "sealed_secret" text not null,
    "old_sealed_secret" text, "old_secret_until" text, "failing_since" text,
    "last_delivered_at" text, "created_at" text not null`,
  webhook_deliveries: `
    "id" text not null primary key, "webhook_id" text not null, "message_id" text not null,
    "event" text not null, "body" text not null, "user_id" text, "state" text not null,
    "attempts" integer not null, "failure" text not null, "status" integer,
    "created_at" text not null, "attempted_at" text, "next_attempt_at" text not null,
    "expires_at" text not null`,
  refused_requests: `
    "subject" text not null, "scope" text not null, "reason" text not null,
    "count" integer not null, "first_at" text not null, "last_at" text not null,
    constraint "refused_requests_key" primary key ("subject", "scope", "reason")`,
  judge_counts: `
    "organization_id" text primary key references "organizations" ("id"), "safe" integer not null,
    "suspicious" integer not null, "reported_dangerous" integer not null,
    "reported_honest" integer not null`,
}
