import { useStore } from '@nanostores/react'
import { languageChoices } from '../../../lib/account/language.ts'
import { $organizationLanguageWords } from '../../../lib/organizations/words/organization-language.words.yaml'
import { Field } from '../../../ui/Field.tsx'
import { LanguageOptions } from './LanguageOptions.tsx'

interface LanguageFieldProps {
  readonly name: string
  readonly problem: string | undefined
  readonly initial: string | undefined
}

/** The language of users of an organization who have not chosen one. */
export function LanguageField({ initial, ...field }: LanguageFieldProps) {
  const words = useStore($organizationLanguageWords)
  return (
    <Field {...field} label={words.label} hint={words.hint}>
      {(control) => (
        <select {...control} defaultValue={initial ?? languageChoices[0]?.locale}>
          <LanguageOptions />
        </select>
      )}
    </Field>
  )
}
