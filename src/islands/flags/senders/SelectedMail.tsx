import { useStore } from '@nanostores/react'
import { shownSender } from '../../../lib/core/format/shown-sender.ts'
import { $mailCheckWords } from '../../../lib/emails/words/mail-check.words.yaml'
import {
  $isSelectionBusy,
  $selectedMail,
  $selectionResult,
  clearSelection,
  flagSelected,
  reportSelected,
  type SelectableMail,
  selectionKey,
  selectMail,
  undoSelection,
} from '../../../lib/flags/mail-selection.ts'
import { senderOf } from '../../../lib/flags/sender-flags.ts'
import { $undos } from '../../../lib/flags/sender-undo.ts'
import { $senderActionsWords } from '../../../lib/flags/words/sender-actions.words.yaml'
import { $capabilities } from '../../../lib/sign-in/capabilities.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectBox } from '../SelectBox.tsx'
import styles from './SelectedMail.module.css'
import { UndoButton } from './SenderActions.tsx'

/** Actions for the selected mail, and their outcome. */
export function SelectedMail() {
  const words = useStore($senderActionsWords)
  const { honest, dangerous } = useStore($mailCheckWords)
  const count = useStore($selectedMail).size
  const result = useStore($selectionResult)
  const isBusy = useStore($isSelectionBusy)
  const hasUndo = useStore($undos).has(selectionKey)
  const actions = [
    [words.blockSelected, () => flagSelected('red')],
    [words.trustSelected, () => flagSelected('green')],
    [honest, () => reportSelected('honest')],
    [dangerous, () => reportSelected('dangerous')],
  ] as const
  return (
    <div className={styles.selected}>
      {count > 0 && (
        <fieldset className={styles.tools} aria-label={words.selectedActions}>
          <p>{words.selected(count)}</p>
          {actions.map(([label, run]) => (
            <Button
              key={label}
              variant="secondary"
              size="small"
              pending={isBusy}
              onClick={() => void run()}
            >
              {label}
            </Button>
          ))}
          <Button variant="plain" size="small" onClick={clearSelection}>
            {words.clear}
          </Button>
        </fieldset>
      )}
      <div role="status" className={styles.result}>
        {result !== undefined && (
          <>
            <p>{result.text}</p>
            {result.failed.length > 0 && (
              <>
                <p>{words.notDone(result.failedCount)}</p>
                <ul>
                  {result.failed.map(({ label, reason }) => (
                    <li key={`${label} ${reason}`}>
                      <bdi>{label}</bdi>: {reason}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </div>
      {hasUndo && (
        <UndoButton
          undoKey={selectionKey}
          label={words.undo}
          isPending={isBusy}
          onUndo={() => void undoSelection()}
        />
      )}
    </div>
  )
}

/** Selects a mail of a list for the actions above it. */
export function MailCheckbox({ mail }: { readonly mail: SelectableMail }) {
  const words = useStore($senderActionsWords)
  const isSelected = useStore($selectedMail).has(String(mail.id))
  const can = useStore($capabilities)
  // Its room is kept until the server has said what it can: rows do not move then.
  if (!can.has('flag-changes')) return can.size === 0 ? <span className={styles.place} /> : null
  return (
    <SelectBox
      label={words.selectOne({ sender: shownSender(senderOf(mail)).text })}
      isChosen={isSelected}
      onChange={(isChosen) => selectMail(mail, isChosen)}
    />
  )
}
