import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { type AttackKind, attackKinds } from '../../../contract/emails/attack-kind.ts'
import { showMemberEndpoint } from '../../../contract/team/show-member.ts'
import { call } from '../core/api/http.ts'
import { createResource, type ResourceStore } from '../core/api/resource.ts'
import { listComma } from '../core/format/list.ts'
import { mailLink } from '../core/format/mail-link.ts'
import { formatCount } from '../core/i18n/format.ts'
import { copyText } from '../core/ui-state/copy-text.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { withoutIsolates } from '../files/save-file.ts'
import { $riskWords, bandOf, roundedScore } from '../risk/risk.ts'
import type { SupportFields } from '../support-requests/support.ts'
import type { Advice } from './advice.ts'
import type { TeamMember } from './team.ts'
import { $teamMemberWords } from './words/team-member.words.yaml'

export type MemberDetails = OutputOf<typeof showMemberEndpoint>
export { type AttackKind, attackKinds }

const notices = noticesAbout('team-member')

/** One for each member that was opened, so that no member is shown with the data of another. */
const members = new Map<TeamMember['id'], ResourceStore<MemberDetails>>()

/** The threats of a member. */
export function memberResource(id: TeamMember['id']): ResourceStore<MemberDetails> {
  const known = members.get(id) ?? createResource(() => call(showMemberEndpoint, { id }))
  members.set(id, known)
  return known
}

/** The kinds to choose advice from: what the member met first, then the others. */
export function kindsToTell({ kinds }: MemberDetails): AttackKind[] {
  const met = kinds.map(({ kind }) => kind)
  return [...met, ...attackKinds.filter((kind) => !met.includes(kind))]
}

interface Letter {
  readonly subject: string
  readonly lines: readonly string[]
}

/** The advice about a kind of attack as a letter to a member. */
export function letterTo(name: string, { greeting, kinds }: Advice, kind: AttackKind): Letter {
  const { subject, text } = kinds[kind] ?? { subject: '', text: '' }
  // A function, because a name may contain the patterns of a replacement.
  return { subject, lines: [greeting.replace('{name}', () => name), '', ...text.split('\n')] }
}

export function letterMail({ email }: Pick<MemberDetails, 'email'>, letter: Letter): string {
  return mailLink(encodeURIComponent(email).replace('%40', '@'), letter)
}

/** Copies the text; says so where the browser does not allow it. */
export async function copyLetter({ lines }: Letter): Promise<void> {
  await copyText(lines.join('\n'), notices, $teamMemberWords.get())
}

/** A support request about a member, with what is known and without names of senders. */
export function supportAbout(name: string, member: MemberDetails): SupportFields {
  const words = $teamMemberWords.get()
  const band = $riskWords.get()[bandOf(member.risk_score)]
  const score = formatCount(roundedScore(member.risk_score))
  const kinds = member.kinds.map(({ kind, count }) =>
    words.supportKind({ kind: words[kind], count: formatCount(count) }),
  )
  return {
    request_type: 'high_risk_user',
    priority: bandOf(member.risk_score) === 'high' ? 'high' : 'medium',
    team_member_affected: name,
    subject: withoutIsolates(words.supportSubject({ name })),
    description: [
      withoutIsolates(words.supportRisk({ name, score, band })),
      kinds.length === 0
        ? words.noAttacks
        : words.supportAttacks({ kinds: kinds.join(listComma()) }),
    ].join('\n'),
  }
}

const weekMs = 7 * 24 * 60 * 60 * 1000
const mostWeeks = 12

/** The stored scores on a line without gaps; a week without a score is null. */
export function weeklyScores(weeks: MemberDetails['weeks']) {
  const scores = new Map(weeks.map(({ week, risk_score }) => [week, roundedScore(risk_score)]))
  const [first = '', ...more] = [...scores.keys()].sort()
  const last = more.at(-1) ?? first
  const times: string[] = []
  for (let time = Date.parse(first); time <= Date.parse(last); time += weekMs) {
    times.push(new Date(time).toISOString().slice(0, 10))
  }
  const shown = times.slice(-mostWeeks)
  return { times: shown, values: shown.map((time) => scores.get(time) ?? null) }
}
