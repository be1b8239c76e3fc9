import { useStore } from '@nanostores/react'
import type { SubmitEvent } from 'react'
import { listComma } from '../../lib/core/format/list.ts'
import { draftOf, keepField } from '../../lib/core/ui-state/drafts.ts'
import { textOf } from '../../lib/core/ui-state/form.ts'
import { acceptedFiles } from '../../lib/files/import.ts'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import { inviteDraft } from '../../lib/people/people.ts'
import { downloadInviteTemplate, peopleInvite } from '../../lib/people/people-invite.ts'
import { $peopleInviteWords } from '../../lib/people/words/people-invite.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FileDrop } from '../core/parts/FileDrop.tsx'
import styles from '../files/ImportModal.module.css'

export interface InviteChoiceProps {
  readonly domains: readonly string[]
  /** How many invitations can be sent today. */
  readonly left: number
}

const read = (files: readonly File[]) => void peopleInvite.readFiles(files)

function submit(event: SubmitEvent<HTMLFormElement>) {
  event.preventDefault()
  void peopleInvite.readText(textOf(new FormData(event.currentTarget), 'lines'))
}

/** Takes pasted lines or a file. */
export function InviteChoice({ domains, left }: InviteChoiceProps) {
  const own = useStore($peopleInviteWords)
  const words = { ...useStore($importWords), ...own }
  const { problem } = useStore(peopleInvite.$import)
  const allowed = domains.map((name) => `@${name}`).join(listComma())
  return (
    <>
      <p>
        {words.explained} {words.checkedFirst}
      </p>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <form noValidate onSubmit={submit}>
        <Field
          name="lines"
          label={words.lines}
          hint={words.linesHint({ domains: allowed })}
          required
        >
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
        <FileDrop accept={acceptedFiles} words={words} onFiles={read} />
        <p className={styles.hint}>{words.invitationsLeft(left)}</p>
        <div className="modal-actions">
          <Button variant="plain" onClick={downloadInviteTemplate}>
            {words.template}
          </Button>
          <Button type="submit">{words.check}</Button>
        </div>
      </form>
    </>
  )
}
