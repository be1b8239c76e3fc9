import { useStore } from '@nanostores/react'
import { languageChoices } from '../../../lib/account/language.ts'
import { $organizationLanguageMessages } from '../../../lib/organizations/words/organization-language.words.yaml'
import { Field } from '../../../ui/Field.tsx'
import { LanguageOptions } from './LanguageOptions.tsx'

interface LanguageFieldProps {
  readonly name: string
  readonly problem: string | undefined
  readonly initial: string | undefined
}

/** The language of users of an organization who have not chosen one (A861). */
export function LanguageField({ initial, ...field }: LanguageFieldProps) {
  const messages = useStore($organizationLanguageMessages)
  return (
    <Field {...field} label={messages.label} hint={messages.hint}>
      {(control) => (
        <select {...control} defaultValue={initial ?? languageChoices[0]?.locale}>
          <LanguageOptions />
        </select>
      )}
    </Field>
  )
}
