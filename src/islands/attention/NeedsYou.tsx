import { useStore } from '@nanostores/react'
import { type Attention, attention, needsNothing, solvedAt } from '../../lib/attention/attention.ts'
import { $attentionMessages } from '../../lib/attention/words/attention.words.yaml'
import { displayDate, displayTime, formatCount } from '../../lib/core/i18n/format.ts'
import { organizationPath } from '../../lib/core/navigation/admin-paths.ts'
import { $refusedMessages } from '../../lib/gateways/words/refused.words.yaml'
import { Icon } from '../../ui/Icon.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { Need } from './Need.tsx'
import styles from './NeedsYou.module.css'

/** What a super admin has to look at, with a way to where it is solved (A776). */
export function NeedsYou() {
  const messages = useStore($attentionMessages)
  return (
    <section className={styles.needs} aria-labelledby="needs-title">
      <h2 id="needs-title">{messages.title}</h2>
      <Loaded store={attention} loading={messages.loading} failed={messages.failed} isQuiet>
        {(needs) => (needsNothing(needs) ? <Nothing /> : <Needs needs={needs} />)}
      </Loaded>
    </section>
  )
}

function Nothing() {
  const messages = useStore($attentionMessages)
  return (
    <p className={styles.nothing}>
      <Icon name="check" />
      <strong>{messages.nothing}</strong>
      <span>{messages.nothingHint}</span>
    </p>
  )
}

function Needs({ needs }: { readonly needs: Attention }) {
  const messages = useStore($attentionMessages)
  const refusedMessages = useStore($refusedMessages)
  const { attacks, silent_gateways, missing_factors, invited_users, waiting_mails } = needs
  const { refused_requests, unknown_keys } = needs
  return (
    <ul className={styles.list}>
      {attacks.count > 0 && (
        <Need
          tone="danger"
          title={messages.attacks(attacks.count)}
          count={attacks.count}
          organizations={(attacks.attacked ?? []).map(({ id, name, recent, usual }) => ({
            ...{ id, name },
            href: organizationPath(String(id)),
            detail: messages.attacked({
              recent: formatCount(recent ?? 0),
              usual: formatCount(usual ?? 0),
            }),
          }))}
        />
      )}
      {silent_gateways.count > 0 && (
        <Need
          tone="caution"
          title={messages.silent(silent_gateways.count)}
          count={silent_gateways.count}
          link={[solvedAt.silent(), messages.showOrganizations]}
          organizations={(silent_gateways.silent ?? []).map(({ id, name, silent_since }) => ({
            ...{ id, name },
            href: organizationPath(String(id)),
            detail: messages.silentSince({ time: displayTime(silent_since ?? '').text }),
          }))}
        />
      )}
      {refused_requests.count > 0 && (
        <Need
          tone="caution"
          title={messages.refused(refused_requests.count)}
          count={refused_requests.count}
          organizations={(refused_requests.refused ?? []).map((refused) => ({
            id: refused.id,
            name: refused.name,
            href: organizationPath(String(refused.id)),
            detail: refusedMessages.of({
              reason: refusedMessages[refused.reason],
              requests: refusedMessages.requests(refused.requests ?? 0),
              time: displayTime(refused.last_at ?? '').text,
            }),
          }))}
        />
      )}
      {unknown_keys.count > 0 && (
        <Need
          tone="caution"
          title={messages.unknownKeys(unknown_keys.count)}
          hint={messages.unknownKeysHint({ time: displayTime(unknown_keys.last_at ?? '').text })}
        />
      )}
      {waiting_mails.count > 0 && (
        <Need
          tone="caution"
          title={messages.mails(waiting_mails.count)}
          hint={messages.oldestMail({ time: displayTime(waiting_mails.oldest_at ?? '').text })}
        />
      )}
      {waiting_mails.given_up > 0 && (
        <Need
          tone="caution"
          title={messages.givenUp(waiting_mails.given_up)}
          hint={messages.givenUpHint}
        />
      )}
      {needs.admins_without_factor > 0 && (
        <Need
          tone="caution"
          title={messages.admins(needs.admins_without_factor)}
          link={[solvedAt.admins(), messages.showAdmins]}
        />
      )}
      {missing_factors.count > 0 && (
        <Need
          tone="caution"
          title={messages.factors(missing_factors.count)}
          count={missing_factors.count}
          organizations={(missing_factors.lacking ?? []).map(({ id, name, users }) => ({
            ...{ id, name },
            href: solvedAt.factors(String(id)),
            detail: messages.lacking(users ?? 0),
          }))}
        />
      )}
      {invited_users.count > 0 && (
        <Need
          tone="neutral"
          title={messages.invited(invited_users.count)}
          hint={messages.oldestInvited({ day: displayDate(invited_users.oldest_at ?? '').text })}
          link={[solvedAt.invited(), messages.showUsers]}
        />
      )}
    </ul>
  )
}
