import { useStore } from '@nanostores/react'
import { shownSender } from '../../lib/core/format/shown-sender.ts'
import { displayTime } from '../../lib/core/i18n/format.ts'
import { changeFlag, flagDays, longestNote } from '../../lib/flags/flag-tools.ts'
import type { Flag } from '../../lib/flags/flags.ts'
import { $flagToolsWords } from '../../lib/flags/words/flag-tools.words.yaml'
import { Field } from '../../ui/Field.tsx'
import { FormModal } from '../../ui/FormModal.tsx'

interface FlagModalProps {
  readonly flag: Flag
  readonly onClose: () => void
}

/** Changes the note of a flag, and when it ends. */
export function FlagModal({ flag, onClose }: FlagModalProps) {
  const words = useStore($flagToolsWords)
  const end = flag.expires_at ?? null
  return (
    <FormModal
      title={words.changeTitle({ value: shownSender(flag.value).text })}
      submit={(form) => changeFlag(flag, form)}
      asksBeforeDiscard
      onClose={onClose}
    >
      {(field) => (
        <>
          <Field {...field('reason')} label={words.note}>
            {(control) => (
              <input
                {...control}
                defaultValue={flag.reason ?? ''}
                maxLength={longestNote}
                autoComplete="off"
              />
            )}
          </Field>
          <Field {...field('ends')} label={words.ends}>
            {(control) => (
              <select {...control} defaultValue={end === null ? 'never' : ''}>
                {end !== null && (
                  <option value="">{words.until({ date: displayTime(end).text })}</option>
                )}
                <option value="never">{words.never}</option>
                {flagDays.map((days) => (
                  <option key={days} value={days}>
                    {words.inDays(days)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </>
      )}
    </FormModal>
  )
}
