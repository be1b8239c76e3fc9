import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { displayTime, formatCount } from '../../lib/core/i18n/format.ts'
import {
  $restoring,
  chooseLearning,
  downloadLearnt,
  forgetAll,
  type Learnt as LearntOf,
  learnt,
  openLearnt,
  restoreVersion,
} from '../../lib/judge/learnt.ts'
import { $learntWords } from '../../lib/judge/words/learnt.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { FactRow } from '../core/facts/FactRow.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ShareBar } from '../core/parts/ShareBar.tsx'
import panel from './JudgePanel.module.css'

interface LearntProps {
  readonly organizationId: string
}

/** An organization sees what it taught its judge, and what can be done about it. */
export function Learnt({ organizationId }: LearntProps) {
  const words = useStore($learntWords)
  useEffect(() => openLearnt(organizationId), [organizationId])
  return (
    <section className={panel.learnt} aria-labelledby="learnt-title" ref={keepRowFocus}>
      <div>
        <h3 id="learnt-title" tabIndex={-1} data-focus-when-empty>
          {words.title}
        </h3>
        <p className={panel.explanation}>{words.explanation}</p>
      </div>
      <Loaded store={learnt} loading={words.loading} failed={words.failed} isQuiet>
        {(shown) =>
          shown?.organization_id === organizationId ? (
            <Parts shown={shown} />
          ) : (
            <Spinner label={words.loading} />
          )
        }
      </Loaded>
    </section>
  )
}

interface PartProps {
  readonly shown: LearntOf
}

function Parts({ shown }: PartProps) {
  const words = useStore($learntWords)
  const [isForgetting, setForgetting] = useState(false)
  const { dangerous, honest, confirmed, doubtful, refused } = shown.marks
  const versions = shown.versions ?? []
  async function forget() {
    setForgetting(true)
    await forgetAll(shown)
    setForgetting(false)
  }
  return (
    <>
      <Ordinary shown={shown} />
      {shown.refused_at !== null && <Refused shown={shown} at={shown.refused_at} />}
      <div className={panel.columns}>
        <div className={panel.part}>
          <ShareBar
            title={words.marks(dangerous + honest)}
            parts={[
              { tone: 'danger', count: dangerous, label: words.saidDangerous(dangerous) },
              { tone: 'safe', count: honest, label: words.saidHonest(honest) },
            ]}
          />
          {dangerous + honest > 0 && (
            <p>
              {words.weights({
                confirmed: formatCount(confirmed),
                doubtful: formatCount(doubtful),
              })}
            </p>
          )}
          {refused > 0 && <p>{words.refusedMarks(refused)}</p>}
          <Versions shown={shown} />
        </div>
        <Changes shown={shown} />
      </div>
      {versions.length > 0 && (
        <div className="row" data-keep-focus>
          <Button variant="secondary" onClick={() => void downloadLearnt(shown)}>
            {words.download}
          </Button>
          <Button variant="danger" pending={isForgetting} onClick={() => void forget()}>
            {words.forget}
          </Button>
        </div>
      )}
    </>
  )
}

/** Whether ordinary mail teaches, with what is kept of it: asked once, and a switch from then on. */
function Ordinary({ shown }: PartProps) {
  const words = useStore($learntWords)
  const [isBusy, setBusy] = useState(false)
  const { is_available, is_chosen, learns_from_mail } = shown
  if (!is_available) return <p>{words.unavailable}</p>
  async function choose(learns: boolean) {
    setBusy(true)
    await chooseLearning(shown, learns)
    setBusy(false)
  }
  return (
    <div className={is_chosen ? panel.part : panel.question}>
      <h4>{is_chosen ? words.switch : words.question}</h4>
      {is_chosen && <p>{learns_from_mail ? words.learns : words.learnsNot}</p>}
      <p className={panel.explanation}>{words.kept}</p>
      <div className="row" data-keep-focus tabIndex={-1}>
        <Button
          size="small"
          variant={is_chosen ? 'secondary' : 'primary'}
          pending={isBusy}
          onClick={() => void choose(!learns_from_mail)}
        >
          {learns_from_mail ? words.switchOff : words.switchOn}
        </Button>
        {!is_chosen && (
          <Button
            size="small"
            variant="secondary"
            pending={isBusy}
            onClick={() => void choose(false)}
          >
            {words.keepOff}
          </Button>
        )}
      </div>
    </div>
  )
}

function Refused({ shown: { refused }, at }: PartProps & { readonly at: string }) {
  const words = useStore($learntWords)
  const { frozen_lost, frozen, safe_marked, safe_allowed } = refused
  return (
    <div className={`${panel.question} ${panel.refused}`}>
      <h4>{words.refusedTitle({ time: displayTime(at).text })}</h4>
      <p>
        {words.refusedWhy({
          lost: formatCount(Math.max(0, frozen_lost)),
          attacks: formatCount(frozen),
          marked: formatCount(safe_marked),
          allowed: formatCount(safe_allowed),
        })}
      </p>
    </div>
  )
}

function Versions({ shown }: PartProps) {
  const words = useStore($learntWords)
  const restoring = useStore($restoring)
  const versions = shown.versions ?? []
  return (
    <>
      <h4>{words.versions}</h4>
      {versions.length === 0 && <p>{words.noVersion}</p>}
      <ul className={panel.list}>
        {versions.map((version) => {
          const number = version.number ?? 0
          const isUsed = number === shown.version
          const name = formatCount(number)
          return (
            <FactRow
              key={number}
              name={words.versionOf({ number: name })}
              {...(isUsed && { state: words.inUse })}
              facts={[
                displayTime(version.made_at).text,
                ...(version.cause === 'restore' ? [words.restoredVersion] : []),
                words.fromMarks(version.marks ?? 0),
                words.fromMails(version.mails ?? 0),
              ]}
            >
              {!isUsed && (
                <Button
                  size="small"
                  variant="secondary"
                  label={words.restoreOne({ number: name })}
                  pending={restoring.has(number)}
                  onClick={() => void restoreVersion(shown, version)}
                >
                  {words.restore}
                </Button>
              )}
            </FactRow>
          )
        })}
      </ul>
    </>
  )
}

/** Mail that would have been judged otherwise, while it is kept. */
function Changes({ shown: { changes, changed_mails } }: PartProps) {
  const words = useStore($learntWords)
  return (
    <div className={panel.part}>
      <h4>{words.changed}</h4>
      <p>{changed_mails === 0 ? words.changedNone : words.changedMails(changed_mails)}</p>
      <ul className={panel.list}>
        {(changes ?? []).map(({ change, sender_domain, received_at }, index) => (
          <FactRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no state and no name of their own
            key={index}
            name={sender_domain || words.unknownSender}
            facts={[
              change === 'cleared' ? words.clearedChange : words.markedChange,
              displayTime(received_at).text,
            ]}
          />
        ))}
      </ul>
    </div>
  )
}
