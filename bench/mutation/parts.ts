/** A part of the code whose mutants are tested together, in less than an hour on two processors. */
export interface Part {
  readonly mutate: readonly string[]
  /** The tests that concern these files. Every mutant runs those of them that reach it. */
  readonly tests: readonly string[]
  /** Tests in a simulated document. */
  readonly islands?: readonly string[]
  /** Below this percentage of noticed mutants the run fails. */
  readonly atLeast: number
  /** Module level code runs once per start. Its mutants would each run all tests of the part. */
  readonly skipsModuleLevel: boolean
  /** Test files share a process, which is faster. Those of the site still load modules of their own. */
  readonly sharesProcess: boolean
  /** Tests that set the time zone need a process; a thread keeps that of its process. */
  readonly pool: 'forks' | 'threads'
}

const server = {
  atLeast: 85,
  skipsModuleLevel: true,
  sharesProcess: true,
  pool: 'threads',
} as const

/**
 * Logic and components of the site. Each part names the tests that concern it: most tests reach the
 * calls and the session, and a mutant that ran all of them would take seconds.
 */
const site = {
  atLeast: 85,
  skipsModuleLevel: true,
  sharesProcess: true,
  pool: 'forks',
} as const

export const parts: Readonly<Record<string, Part>> = {
  /** What both sides share. A schema is made once, so each of its mutants runs all tests. */
  contract: {
    mutate: [
      'contract/fields/{basic,email,flag,page}.ts',
      'contract/permissions.ts',
      'contract/endpoints/{sign-in,flags-add,scans,support-request}.ts',
      'contract/endpoints/{admin-users-save,admin-organizations-save,admin-receipt}.ts',
      'server/http/parse-input.ts',
      'src/lib/format/money.ts',
      'src/lib/api/http-answer.ts',
    ],
    tests: [
      'tests/contract/*.test.ts',
      'tests/lib/{money,http,http-answer,field-faults}.test.ts',
      'tests/server/http/{bad-input,read-input}.test.ts',
    ],
    atLeast: 90,
    skipsModuleLevel: false,
    sharesProcess: false,
    pool: 'threads',
  },
  /** Accounts, access and money. */
  'server-accounts': {
    mutate: [
      'server/accounts/{sign-in,sign-in-limits,sessions,passwords,password-rules}.ts',
      'server/accounts/{last-admin,change-user,save-user}.ts',
      'server/audit/denials.ts',
      'server/http/authentication.ts',
      'server/core/money.ts',
      'server/receipts/{generate-receipt,period,receipt-link}.ts',
    ],
    tests: [
      'tests/server/access.test.ts',
      'tests/server/{accounts,admin,audit,receipts}/**/*.test.ts',
      'tests/server/database/sqlite-read-only.test.ts',
      'tests/server/flags/flags.test.ts',
      'tests/server/http/{bad-input,bearer,read-input}.test.ts',
    ],
    ...server,
    atLeast: 90,
  },
  'server-flags': {
    mutate: ['server/flags/*.ts'],
    tests: [
      'tests/server/flags/*.test.ts',
      'tests/server/scans/flags.test.ts',
      'tests/server/admin/list-*.test.ts',
      'tests/server/audit/audit.test.ts',
    ],
    ...server,
  },
  'server-organizations': {
    mutate: ['server/organizations/*.ts'],
    tests: [
      // Not those of the command, which runs in a process of its own.
      'tests/server/organizations/{gateway-keys,organizations}.test.ts',
      'tests/server/admin/{dashboard,list-*,lists,save-organization}.test.ts',
      'tests/server/audit/audit.test.ts',
    ],
    ...server,
  },
  'server-mail': {
    mutate: ['server/mail/*.ts'],
    tests: ['tests/server/mail/*.test.ts', 'tests/server/clock-jumps.test.ts'],
    ...server,
  },
  'server-scans': {
    mutate: ['server/scans/*.ts'],
    tests: [
      'tests/server/scans/*.test.ts',
      'tests/server/dashboards/*.test.ts',
      // Corrected reports, and what other rooms read of mail.
      'tests/server/{arrivals,attention}/*.test.ts',
      'tests/server/rspamd/{levels,repeats,report}.test.ts',
      'tests/server/sentences/translate.test.ts',
      'tests/server/team/{attack-kinds,report}.test.ts',
    ],
    ...server,
  },
  /** Of the catalogues only what chooses and fills a message: the words are compared in the browser. */
  'src-lib-format': {
    mutate: ['src/lib/format/*.ts', 'src/lib/messages/{i18n,plural}.ts'],
    ...site,
    tests: ['tests/lib/{format,i18n,initial,locale,money,shown-sender,time,users}.test.ts'],
    islands: ['tests/islands/report.test.ts'],
    skipsModuleLevel: false,
  },
  'src-lib-api': {
    mutate: ['src/lib/api/*.ts'],
    ...site,
    tests: [
      'tests/lib/{early-answers,early-calls,error-details,error-words,faults,field-faults}.test.ts',
      'tests/lib/{http,http-answer,http-requests,pages,paged-list,paged-resource}.test.ts',
      'tests/lib/{resource,site-config,view}.test.ts',
    ],
    islands: ['tests/islands/{forget,session}.test.ts'],
  },
  'src-lib-session': {
    mutate: ['src/lib/{session,navigation}/*.ts'],
    ...site,
    tests: [
      'tests/lib/{addresses,http,i18n,languages,locale,prerender,router,second-step}.test.ts',
      'tests/lib/view.test.ts',
    ],
    islands: [
      'tests/islands/{capabilities,confirmation,entrance,follow-session,forget,idle}.test.ts',
      'tests/islands/{session,session-states,switch-language,token}.test.ts',
      'tests/islands/{confirm-at-provider,language-section,sign-in,single-sign-on}.test.tsx',
    ],
  },
  /** What super admins and organization admins do with users, organizations and their activity. */
  'src-screens-admin': {
    mutate: [
      'src/lib/screens/{activity,admin,attention,daily-counts,import,organization-}*.ts',
      'src/lib/screens/{organizations,receipt,user-,users}*.ts',
      '!src/lib/screens/organization-{domains,scim,sign-in}.ts',
    ],
    ...site,
    tests: [
      'tests/lib/{activity,activity-filters,admin-data,attention,error-words}.test.ts',
      'tests/lib/{import,import-file,import-words,organization-actions}.test.ts',
      'tests/lib/{organization-form,organization-page,organizations}.test.ts',
      'tests/lib/{receipt,receipt-form,user-form,user-import,user-import-words}.test.ts',
      'tests/lib/{user-link,user-tools,users}.test.ts',
    ],
    islands: ['tests/islands/{organization-page,own-user,report}.test.ts'],
  },
  /** Own accounts and second factors, and how an organization is connected: keys, sign-in, webhooks. */
  'src-screens-account': {
    mutate: [
      'src/lib/screens/{account,confirm,connect,factor,invitations,language}*.ts',
      'src/lib/screens/{people,person,policy-page,set-password,single-sign-on,webhook}*.ts',
      'src/lib/screens/organization-{domains,scim,sign-in}.ts',
    ],
    ...site,
    // Not those of components, which take seconds for each mutant.
    tests: [
      'tests/lib/{account,account-data,confirm-at-provider,confirm-password}.test.ts',
      'tests/lib/{connect-arrival,connect-files,connect-keys,connect-notes}.test.ts',
      'tests/lib/{factor-policy,factors,factors-reset,invitations,organization-access}.test.ts',
      'tests/lib/{people,people-invite,set-password,single-sign-on-settings}.test.ts',
      'tests/lib/{webhook-messages,webhooks}.test.ts',
    ],
    islands: ['tests/islands/{language,policy-page}.test.ts'],
  },
  /** What employees and team leads see and do, and the public forms. */
  'src-screens-mail': {
    mutate: [
      'src/lib/screens/{demo-form,employee,estimate,flag,mail,messages,report,risk}*.ts',
      'src/lib/screens/{search,sender,support,team,threats}*.ts',
      'src/lib/ui-state/*.ts',
    ],
    ...site,
    tests: [
      'tests/lib/{demo-form,dialogs,drafts,employee,error-words,estimate,flag-actions}.test.ts',
      'tests/lib/{flag-file,flag-import,flags,form,locale,mail-check,mail-selection}.test.ts',
      'tests/lib/{messages,notices,pending-rows,risk,risk-reasons,search-entries}.test.ts',
      'tests/lib/{sender-actions,sender-flags,sender-undo,sort,support,team}.test.ts',
      'tests/lib/{team-member,team-report,team-report-query,threats}.test.ts',
    ],
    islands: ['tests/islands/{report,saved-files,search}.test.ts'],
  },
  'src-ui': {
    mutate: ['src/ui/*.{ts,tsx}'],
    ...site,
    tests: [],
    islands: [
      'tests/islands/{keep-row-focus,notice-region}.test.ts',
      'tests/islands/{buttons-and-links,dialogs,fields,file-drop,form,gauge}.test.tsx',
      'tests/islands/{lazy-component,long-row-list,modal,notices,picker}.test.tsx',
      'tests/islands/{picker-field,picker-popup,signs,tables,tabs}.test.tsx',
    ],
  },
}
