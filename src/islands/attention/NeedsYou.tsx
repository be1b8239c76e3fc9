import { useStore } from '@nanostores/react'
import { useState } from 'react'
import {
  type Attention,
  attention,
  type DoubtedJudge,
  decideJudge,
  markAnswered,
  needsNothing,
  solvedAt,
  type UndecidedJudge,
  type WaitingRequest,
} from '../../lib/attention/attention.ts'
import { $attentionWords } from '../../lib/attention/words/attention.words.yaml'
import { displayDate, displayTime, formatCount } from '../../lib/core/i18n/format.ts'
import { organizationPath } from '../../lib/core/navigation/admin-paths.ts'
import { viewPath } from '../../lib/core/navigation/view.ts'
import { $refusedWords } from '../../lib/gateways/words/refused.words.yaml'
import { $supportWords } from '../../lib/support-requests/words/support.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { Loaded } from '../core/parts/Loaded.tsx'
import { Need } from './Need.tsx'
import styles from './NeedsYou.module.css'

/** Further tasks of a super admin, with a way to where they are solved. */
export function NeedsYou() {
  const words = useStore($attentionWords)
  return (
    <section className={styles.needs} aria-labelledby="needs-title" ref={keepRowFocus}>
      <h2 id="needs-title" tabIndex={-1} data-focus-when-empty>
        {words.title}
      </h2>
      <Loaded store={attention} loading={words.loading} failed={words.failed} isQuiet>
        {(needs) => (needsNothing(needs) ? <Nothing /> : <Needs needs={needs} />)}
      </Loaded>
    </section>
  )
}

function Nothing() {
  const words = useStore($attentionWords)
  return (
    <p className={styles.nothing}>
      <Icon name="check" />
      <strong>{words.nothing}</strong>
      <span>{words.nothingHint}</span>
    </p>
  )
}

function Needs({ needs }: { readonly needs: Attention }) {
  const words = useStore($attentionWords)
  const refusedWords = useStore($refusedWords)
  const { silent_gateways, missing_factors, invited_users, waiting_mails } = needs
  const support = useStore($supportWords)
  const { support_requests } = needs
  const { refused_requests, expiring_keys, operator_keys, unknown_keys } = needs
  const { undecided_judges, doubted_judges, failing_mailboxes, refused_credentials } = needs
  return (
    <ul className="card">
      <Need
        count={silent_gateways.count}
        title={words.silent(silent_gateways.count)}
        link={[solvedAt.silent(), words.showOrganizations]}
        organizations={(silent_gateways.silent ?? []).map(({ id, name, silent_since }) => ({
          ...{ id, name },
          detail: words.silentSince({ time: displayTime(silent_since ?? '').text }),
        }))}
      />
      <Need
        count={refused_requests.count}
        title={words.refused(refused_requests.count)}
        organizations={(refused_requests.refused ?? []).map((refused) => ({
          id: refused.id,
          name: refused.name,
          detail: refusedWords.of({
            reason: refusedWords[refused.reason],
            requests: refusedWords.requests(refused.requests ?? 0),
            time: displayTime(refused.last_at ?? '').text,
          }),
        }))}
      />
      <Need
        count={expiring_keys.count}
        title={words.expiring(expiring_keys.count)}
        organizations={(expiring_keys.expiring ?? []).map(({ id, name, expires_at }) => ({
          ...{ id, name },
          detail: words.expires({ day: displayDate(expires_at ?? '').text }),
        }))}
      />
      <Need
        count={operator_keys.count}
        title={words.operatorKeys(operator_keys.count)}
        hint={words.operatorKeysHint}
        link={[solvedAt.operatorKeys(), words.showKeys]}
        organizations={(operator_keys.keys ?? []).map((key) => ({
          id: key.id,
          name: key.note || words.unnamedKey,
          href: solvedAt.operatorKeys(),
          detail: keyNeed(key, words),
        }))}
      />
      <Need
        count={unknown_keys.count}
        title={words.unknownKeys(unknown_keys.count)}
        hint={words.unknownKeysHint({ time: displayTime(unknown_keys.last_at ?? '').text })}
      />
      <Need
        count={waiting_mails.count}
        title={words.mails(waiting_mails.count)}
        hint={words.oldestMail({ time: displayTime(waiting_mails.oldest_at ?? '').text })}
      />
      <Need
        count={waiting_mails.given_up}
        title={words.givenUp(waiting_mails.given_up)}
        hint={words.givenUpHint}
      />
      <Need
        count={needs.admins_without_factor}
        title={words.admins(needs.admins_without_factor)}
        link={[solvedAt.admins(), words.showAdmins]}
      />
      <Need
        count={undecided_judges.count}
        tone="neutral"
        title={words.judges(undecided_judges.count)}
        hint={words.judgesHint}
        organizations={(undecided_judges.judges ?? []).map((judge) => ({
          id: judge.id,
          name: judge.name,
          href: organizationPath(String(judge.id), 'judge'),
          detail: shownBy(judge, words),
          actions: <Decide judge={judge} />,
        }))}
      />
      <Need
        count={doubted_judges.count}
        title={words.doubted(doubted_judges.count)}
        hint={words.doubtedHint}
        organizations={(doubted_judges.judges ?? []).map((judge) => ({
          id: judge.id,
          name: judge.name,
          href: organizationPath(String(judge.id), 'judge'),
          detail: doubtAbout(judge, words),
        }))}
      />
      <Need
        count={support_requests.count}
        title={words.requests(support_requests.count)}
        hint={words.requestsHint}
        organizations={(support_requests.requests ?? []).map((request) => ({
          id: request.id,
          name: request.full_name,
          href: viewPath('admin', 'activity', { action: 'support-request' }),
          detail: [
            request.organization_name,
            support[request.request_type],
            support[request.priority],
            displayTime(request.at).text,
          ].join(' · '),
          actions: <Answer request={request} />,
        }))}
      />
      <Need
        count={failing_mailboxes.count}
        title={words.mailboxes(failing_mailboxes.count)}
        hint={words.mailboxesHint}
        organizations={(failing_mailboxes.failing ?? []).map(({ id, name, users }) => ({
          ...{ id, name },
          href: solvedAt.mailboxes(String(id)),
          detail: words.lacking(users ?? 0),
        }))}
      />
      <Need
        count={refused_credentials.count}
        title={words.credentials(refused_credentials.count)}
        hint={words.credentialsHint}
        organizations={(refused_credentials.refused ?? []).map(({ id, name, refused_at }) => ({
          ...{ id, name },
          detail: words.refusedAt({ time: displayTime(refused_at ?? '').text }),
        }))}
      />
      <Need
        count={missing_factors.count}
        title={words.factors(missing_factors.count)}
        organizations={(missing_factors.lacking ?? []).map(({ id, name, users }) => ({
          ...{ id, name },
          href: solvedAt.factors(String(id)),
          detail: words.lacking(users ?? 0),
        }))}
      />
      <Need
        count={invited_users.count}
        tone="neutral"
        title={words.invited(invited_users.count)}
        hint={words.oldestInvited({ day: displayDate(invited_users.oldest_at ?? '').text })}
        link={[solvedAt.invited(), words.showUsers]}
      />
    </ul>
  )
}

function Answer({ request }: { readonly request: WaitingRequest }) {
  const words = useStore($attentionWords)
  const [isBusy, setBusy] = useState(false)
  async function answer() {
    setBusy(true)
    await markAnswered(request)
    setBusy(false)
  }
  return (
    <span className={styles.actions}>
      <Button
        size="small"
        variant="secondary"
        pending={isBusy}
        label={words.answeredOf({ name: request.full_name })}
        onClick={() => void answer()}
      >
        {words.answered}
      </Button>
    </span>
  )
}

type NeedyKey = NonNullable<Attention['operator_keys']['keys']>[number]

function keyNeed(key: NeedyKey, words: ReturnType<typeof $attentionWords.get>): string {
  if (key.need === 'unused') return words.keyUnused({ day: displayDate(key.created_at ?? '').text })
  const day = displayDate(key.expires_at ?? '').text
  return key.need === 'expired' ? words.keyExpired({ day }) : words.keyExpires({ day })
}

function shownBy(judge: UndecidedJudge, words: ReturnType<typeof $attentionWords.get>): string {
  if (judge.judged === 0) return words.noneJudged
  return words.watched({
    marked: formatCount(judge.marked ?? 0),
    judged: formatCount(judge.judged ?? 0),
    dangerous: formatCount(judge.reported_dangerous ?? 0),
    honest: formatCount(judge.reported_honest ?? 0),
  })
}

/** Each answer is one action, without a way to the settings. */
function Decide({ judge }: { readonly judge: UndecidedJudge }) {
  const words = useStore($attentionWords)
  const [isBusy, setBusy] = useState(false)
  const { name } = judge
  async function decide(mode: 'watch' | 'mark') {
    setBusy(true)
    await decideJudge(judge, mode)
    setBusy(false)
  }
  const answers = [
    ['mark', words.startMarking, words.startMarkingOf({ name })],
    ['watch', words.keepWatching, words.keepWatchingOf({ name })],
  ] as const
  return (
    <span className={styles.actions}>
      {answers.map(([mode, text, label]) => (
        <Button
          key={mode}
          size="small"
          variant="secondary"
          pending={isBusy}
          label={label}
          onClick={() => void decide(mode)}
        >
          {text}
        </Button>
      ))}
    </span>
  )
}

/** Why it is doubted what an organization teaches its judge. */
function doubtAbout(
  { refused_at, doubtful, unconfirmed }: DoubtedJudge,
  words: ReturnType<typeof $attentionWords.get>,
): string {
  return [
    ...(refused_at ? [words.versionRefused({ time: displayTime(refused_at).text })] : []),
    ...(doubtful > 0 ? [words.doubtfulMarks(doubtful)] : []),
    ...(unconfirmed > 0 ? [words.unconfirmedMarks(unconfirmed)] : []),
  ].join(' · ')
}
