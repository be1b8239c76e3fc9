/** A part of the code whose mutants are tested together, in less than an hour on two processors. */
export interface Part {
  readonly mutate: readonly string[]
  /**
   * The tests that concern these files, of which every mutant runs those that reach it: most tests reach
   * the calls and the session, and a mutant that ran all of them would take seconds.
   */
  readonly tests: readonly string[]
  /** Below this percentage of noticed mutants the run fails; 85 without it. */
  readonly atLeast?: number
  /**
   * Module level code runs once per start. Its mutants would each run all tests of the part, and are left out
   * elsewhere.
   */
  readonly coversModuleLevel?: true
  /** Elsewhere test files share a process, which is faster; those of the site still load modules of their own. */
  readonly isolates?: true
}

export const parts: Readonly<Record<string, Part>> = {
  /** The part of both sides. A schema is made once, so each of its mutants runs all tests. */
  contract: {
    mutate: [
      'contract/core/{basic,email,page}.ts',
      'contract/flags/flag.ts',
      'contract/core/permissions.ts',
      'contract/emails/report-scans.ts',
      'contract/flags/add-flag.ts',
      'contract/sign-in/sign-in-with-password.ts',
      'contract/support-requests/support-request.ts',
      'contract/organizations/save-organization.ts',
      'contract/receipts/generate-receipt.ts',
      'contract/users/save-user.ts',
      'server/http/parse-input.ts',
      'src/lib/core/format/money.ts',
      'src/lib/core/api/http.ts',
    ],
    tests: [
      'tests/*/contract/*.test.ts',
      'tests/core/lib/{faults,format,http}.test.ts',
      'tests/http/server/input.test.ts',
    ],
    atLeast: 90,
    coversModuleLevel: true,
    isolates: true,
  },
  'server-accounts': {
    mutate: [
      'server/sign-in/sign-in-with-password.ts',
      'server/sign-in/passwords/{password-rules,passwords,sign-in-limits}.ts',
      'server/sign-in/sessions/sessions.ts',
      'server/users/{change/change-user,save-user}.ts',
      'server/audit/record.ts',
      'server/http/authentication.ts',
      'server/core/formats.ts',
      'server/receipts/{generate-receipt,issue-receipt,receipt-page}.ts',
    ],
    tests: [
      'tests/core/server/access.test.ts',
      'tests/{account,attention,audit,lists,receipts,sign-in,users}/server/*.test.ts',
      'tests/organizations/server/save-organization.test.ts',
      'tests/database/server/sqlite.test.ts',
      'tests/flags/server/flags.test.ts',
      'tests/http/server/{authentication,input}.test.ts',
    ],
    atLeast: 90,
  },
  'server-flags': {
    mutate: ['server/flags/*.ts'],
    tests: [
      'tests/flags/server/*.test.ts',
      'tests/emails/server/daily-counts.test.ts',
      'tests/lists/server/list-pages.test.ts',
      'tests/audit/server/audit.test.ts',
    ],
  },
  'server-organizations': {
    mutate: [
      'server/gateways/keys/gateway-keys.ts',
      'server/organizations/{admin-domains,domains,list-organizations,organization,remove-organization,save-organization,set-organization-status,show-organization-summary}.ts',
    ],
    tests: [
      'tests/organizations/server/{save-organization,suspend}.test.ts',
      'tests/{attention,lists}/server/*.test.ts',
      'tests/audit/server/audit.test.ts',
    ],
  },
  /** Not the training, which runs on a developer's machine alone, and not hostile mails, which take seconds. */
  'judge-read': {
    mutate: ['judge/read/*.ts'],
    tests: ['tests/reading/lib/{outlook-file,read-html,read-mail,read-parts,winmail}.test.ts'],
  },
  'judge-features': {
    mutate: ['judge/features/*.ts'],
    tests: ['tests/judge/lib/{features-*,known,reasons,rules}.test.ts'],
  },
  'judge-reasons': {
    mutate: ['judge/judge.ts', 'judge/{lists,model,reasons}/*.ts'],
    tests: ['tests/judge/lib/{model,reasons}.test.ts'],
  },
  'judge-rules': {
    mutate: ['judge/rules/*.ts'],
    tests: ['tests/judge/lib/{evidence,features-text,reasons,rules}.test.ts'],
  },
  'server-mail': {
    mutate: ['server/mail/*.ts'],
    tests: [
      'tests/mail/server/*.test.ts',
      'tests/core/server/housekeeping.test.ts',
      'tests/account/server/own-account.test.ts',
      'tests/sign-in/server/sessions.test.ts',
    ],
  },
  'server-scans': {
    mutate: [
      'server/emails/{counted-once,daily-counts,ingest,judged-mail,keep-mail,read-report,recipients,report-scans,retention,verdict,write-mail}.ts',
      'server/risk/{risk,risk-score,show-risk,totals,weekly-scores}.ts',
    ],
    tests: [
      'tests/{emails,risk,team}/server/*.test.ts',
      'tests/attention/server/attention.test.ts',
      'tests/organizations/server/unusual-attacks.test.ts',
      'tests/gateways/server/{arrival,levels,repeats,rspamd-report}.test.ts',
    ],
  },
  /** The catalogues' choice and filling of messages alone: words are compared in the browser. */
  'src-lib-format': {
    mutate: [
      'src/lib/core/format/*.ts',
      'src/lib/core/i18n/{format,product}.ts',
      'src/lib/core/i18n/{i18n,plural}.ts',
    ],
    tests: [
      'tests/core/lib/{format,languages}.test.ts',
      'tests/lists/lib/senders.test.ts',
      'tests/users/lib/users.test.ts',
      'tests/{employee,risk,team}/lib/*.test.ts',
      'tests/public-page/lib/public-page.test.ts',
      'tests/core/screen/buttons-and-links.test.tsx',
      'tests/dashboard/screen/first-figures.test.tsx',
      'tests/emails/screen/emails.test.tsx',
    ],
    coversModuleLevel: true,
  },
  'src-lib-api': {
    mutate: [
      'src/lib/core/api/*.ts',
      'src/lib/core/lists/paged-resource.ts',
      'src/lib/core/navigation/early-calls.ts',
    ],
    tests: [
      'tests/core/lib/{error-words,faults,http,http-requests}.test.ts',
      'tests/lists/lib/{paged-resource,pages,resource}.test.ts',
      'tests/core/screen/forget.test.ts',
      'tests/sign-in/screen/session.test.ts',
    ],
  },
  'src-lib-session': {
    mutate: [
      'src/lib/account/follow-session.ts',
      'src/lib/core/navigation/{admin-paths,destination,filter-in-address,languages,localized-path,page-words,router,screens,switch-language,view}.ts',
      'src/lib/core/storage/{forget,token}.ts',
      'src/lib/sign-in/{capabilities,confirmation,idle,operator,session}.ts',
      'src/lib/sign-in/{passkeys,provider-return,provider-window,second-step,sign-in,single-sign-on}.ts',
      'src/lib/users/user-link.ts',
    ],
    tests: [
      'tests/core/lib/{addresses,http,languages}.test.ts',
      'tests/lists/lib/{paged-resource,pages}.test.ts',
      'tests/sign-in/lib/sign-in.test.ts',
      'tests/{account,sign-in,users}/screen/*.test.{ts,tsx}',
      'tests/core/screen/{forget,switch-language,token}.test.ts',
    ],
  },
  /** Super admins' and organization admins' work on users, organizations and their activity. */
  'src-screens-admin': {
    mutate: [
      'src/lib/{admin,attention}/*.ts',
      'src/lib/audit/{activity,activity-detail}.ts',
      'src/lib/files/import*.ts',
      'src/lib/files/parse-users.ts',
      'src/lib/organizations/{organization-actions,organization-choices,organization-form,organization-page}.ts',
      'src/lib/organizations/organizations.ts',
      'src/lib/receipts/receipt.ts',
      'src/lib/users/{user-form,user-import,user-removal,user-tools,users}.ts',
    ],
    tests: [
      'tests/{admin,attention,audit,files,organizations,receipts,users}/lib/*.test.ts',
      'tests/core/lib/error-words.test.ts',
      'tests/account/screen/own-user.test.ts',
      'tests/emails/screen/emails.test.tsx',
    ],
  },
  /** Own accounts and second factors, and how an organization is connected: keys, sign-in, webhooks. */
  'src-screens-account': {
    mutate: [
      'src/lib/account/{account,account-data,account-password,account-sessions,confirm-password,factors,language}.ts',
      'src/lib/gateways/*.ts',
      'src/lib/sign-in/factor-policy.ts',
      'src/lib/users/invitations.ts',
      'src/lib/people/{people,people-invite,own-user}.ts',
      'src/lib/policy/policy-page.ts',
      'src/lib/sign-in/{set-password,single-sign-on-settings}.ts',
      'src/lib/webhooks/webhooks.ts',
      'src/lib/organizations/organization-domains.ts',
      'src/lib/scim/organization-scim.ts',
      'src/lib/sign-in/organization-sign-in.ts',
    ],
    tests: [
      'tests/{account,gateways,people,sign-in,webhooks}/lib/*.test.ts',
      'tests/organizations/lib/organizations.test.ts',
      'tests/users/lib/users.test.ts',
      'tests/core/screen/language.test.ts',
      'tests/policy/screen/policy-page.test.ts',
    ],
  },
  /** Employees' and team leads' screens, and the public forms. */
  'src-screens-mail': {
    mutate: [
      'src/lib/emails/{mail-check,messages,report}.ts',
      'src/lib/employee/employee.ts',
      'src/lib/flags/{flag-import,flag-tools,flags}.ts',
      'src/lib/public-page/{demo-form,estimate}.ts',
      'src/lib/risk/{risk,risk-reasons}.ts',
      'src/lib/emails/threats.ts',
      'src/lib/flags/{mail-selection,sender-actions,sender-flags,sender-undo}.ts',
      'src/lib/search/{search,search-entries}.ts',
      'src/lib/support-requests/support.ts',
      'src/lib/team/*.ts',
      'src/lib/core/ui-state/*.ts',
    ],
    tests: [
      'tests/{emails,employee,flags,public-page,risk,search,support-requests,team}/lib/*.test.ts',
      'tests/core/lib/{error-words,form,languages,notices}.test.ts',
      'tests/lists/lib/paged-resource.test.ts',
      'tests/emails/screen/emails.test.tsx',
      'tests/search/screen/search.test.ts',
    ],
  },
  'src-ui': {
    mutate: ['src/ui/*.{ts,tsx}'],
    tests: ['tests/core/screen/*.test.{ts,tsx}'],
  },
}

/** Whether tests run in a simulated document, as those of screens do. */
export const isOfScreens = (tests: string) => tests.includes('/screen/')
