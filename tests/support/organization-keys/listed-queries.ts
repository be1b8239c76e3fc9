/**
 * Queries on an organization's data that ask for no organization: the reason, and for each function the
 * tables. Of a handler without a name only the file is said.
 */
const listed: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "A user's own mail and checks, which stay with the organization that the user left": {
    'server/emails/employee-dashboard.ts': ['scans'],
    'server/emails/messages/list-messages.ts findMessages': ['scans'],
    'server/emails/messages/list-messages.ts readByKeptPlan': ['scans'],
    'server/emails/messages/show-one-message.ts': ['scans'],
    'server/emails/messages/show-one-message.ts newestOfDomain': ['scans'],
    'server/emails/checks/kept-checks.ts findKeptVerdict': ['scans'],
    'server/emails/reports/report-mail.ts findScan': ['scans'],
    'server/emails/reports/report-mail.ts findCheck': ['mail_checks'],
    'server/flags/show-flag-evidence.ts': ['scans'],
    'server/mailboxes/show-mailbox.ts readMoved': ['scans'],
    'server/risk/show-risk.ts readCountingMail': ['scans'],
  },
  'How many checks a user began within ten minutes, in whatever organization': {
    'server/emails/checks/kept-checks.ts': ['mail_checks'],
  },
  'All that is kept about a user is handed out to them': {
    'server/account/export-user.ts readScans': ['scans'],
    'server/account/export-user.ts': ['mail_checks', 'mail_lessons', 'marks', 'reported_mails'],
    'server/account/export-user.ts readFlags': ['flags'],
  },
  'All that is kept about a removed user is deleted': {
    'server/users/removed-users.ts anonymizeUser': [
      'flags',
      'mail_checks',
      'mail_lessons',
      'marks',
      'organization_totals',
      'reported_mails',
    ],
    'server/users/removed-users.ts deleteSomeScans': ['scans'],
    'server/users/removed-users.ts deleteLast': ['scans'],
  },
  'The risk of a user at the end of a week, from all organizations': {
    'server/risk/weekly-scores.ts computeRows': ['organization_totals'],
    'server/risk/weekly-scores.ts readMailSince': ['scans'],
  },
  'Figures and times of all organizations, for the operator': {
    'server/cli/doctor/why-no-mail.ts explainMessages': ['scans'],
    'server/database/partitions/days.ts makeDaysOf': ['scans'],
    'server/emails/daily-counts.ts firstDay': ['daily_counts'],
    'server/emails/daily-counts.ts readDaysOfAll': ['daily_counts'],
    'server/organizations/admin-dashboard.ts countScans': ['monthly_scans'],
    'server/gateways/arrivals/silence.ts restartFutureReports': ['arrivals'],
    'server/judge/learning/show-learning.ts findDoubtedJudges': ['learning', 'marks'],
  },
  'Which organizations have something to learn': {
    'server/judge/learning/learn-once.ts findDue': [
      'learning',
      'learnt_versions',
      'marks',
      'pending_lessons',
    ],
  },
  'The operator deletes by age, whosever it is': {
    'server/emails/retention.ts deleteExpiredScans': ['scans'],
    // Each chunk after the first is deleted from there.
    'server/housekeeping.ts runHousekeeping': [
      'daily_counts',
      'flags',
      'mail_checks',
      'mail_lessons',
      'marks',
      'pending_lessons',
      'reported_mails',
      'scans',
    ],
    'server/judge/learning/learn-once.ts deleteUnanswered': ['pending_lessons'],
  },
}

const places = new Map(Object.values(listed).flatMap((group) => Object.entries(group)))

export function isListed(place: string, table: string): boolean {
  return places.get(place)?.includes(table) === true
}
