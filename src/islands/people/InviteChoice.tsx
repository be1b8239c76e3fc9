import { useStore } from '@nanostores/react'
import { listComma } from '../../lib/core/format/list.ts'
import { draftOf, keepField } from '../../lib/core/ui-state/drafts.ts'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import { inviteDraft } from '../../lib/people/people.ts'
import { downloadInviteTemplate, peopleInvite } from '../../lib/people/people-invite.ts'
import { $peopleInviteWords } from '../../lib/people/words/people-invite.words.yaml'
import { Field } from '../../ui/Field.tsx'
import { ImportForm } from '../files/ImportForm.tsx'
import styles from '../files/ImportModal.module.css'

export interface InviteChoiceProps {
  readonly domains: readonly string[]
  /** How many invitations can be sent today. */
  readonly left: number
}

/** Takes pasted lines or a file. */
export function InviteChoice({ domains, left }: InviteChoiceProps) {
  const own = useStore($peopleInviteWords)
  const words = { ...useStore($importWords), ...own }
  const allowed = domains.map((name) => `@${name}`).join(listComma())
  const lines = (
    <Field name="lines" label={words.lines} hint={words.linesHint({ domains: allowed })} required>
      {(control) => (
        <textarea
          {...control}
          rows={6}
          defaultValue={draftOf(inviteDraft)?.fields.lines ?? ''}
          placeholder={words.example}
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget }) => {
            keepField(inviteDraft, 'lines', currentTarget.value)
          }}
        />
      )}
    </Field>
  )
  return (
    <>
      <p>
        {words.explained} {words.checkedFirst}
      </p>
      <ImportForm
        store={peopleInvite}
        words={own}
        onTemplate={downloadInviteTemplate}
        lines={lines}
        note={<p className={styles.hint}>{words.invitationsLeft(left)}</p>}
      />
    </>
  )
}
