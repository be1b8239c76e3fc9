import { useStore } from '@nanostores/react'
import { languageChoices } from '../../lib/account/language.ts'
import {
  industries,
  type Organization,
  organizationDraft,
  saveOrganization,
} from '../../lib/organizations/organization-form.ts'
import { $organizationLanguageWords } from '../../lib/organizations/words/organization-language.words.yaml'
import { $organizationsWords } from '../../lib/organizations/words/organizations.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { Field } from '../../ui/Field.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { Options } from '../../ui/Options.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { LanguageOptions } from '../core/language/LanguageOptions.tsx'

interface LanguageFieldProps {
  readonly name: string
  readonly problem: string | undefined
  readonly initial: string | undefined
}

/** The language of users of an organization who have not chosen one. */
function LanguageField({ initial, ...field }: LanguageFieldProps) {
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

interface OrganizationFormProps {
  /** The organization to change; undefined to create one. */
  readonly editing?: Organization | undefined
  readonly onClose: () => void
}

/** R301, R319-R327. */
export function OrganizationForm({ editing, onClose }: OrganizationFormProps) {
  const words = useStore($organizationsWords)
  const offered = useStore($capabilities)
  return (
    <FormModal
      title={editing === undefined ? words.add : words.editTitle({ name: editing.name })}
      submit={(form) => saveOrganization(form, editing)}
      label={editing === undefined ? words.create : words.save}
      draft={editing === undefined ? organizationDraft : `organization ${editing.id}`}
      asksBeforeDiscard
      hasColumns
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField {...field('name')} label={words.name} initial={editing?.name} required />
          <Field {...field('industry')} label={words.industry}>
            {(control) => (
              <select {...control} defaultValue={editing?.industry ?? 'finance'}>
                <Options values={industries} labels={words} />
              </select>
            )}
          </Field>
          <TextField
            {...field('contact_email')}
            label={words.contactEmail}
            type="email"
            initial={editing?.contact_email}
            required
          />
          <TextField
            {...field('phone')}
            label={words.phoneOptional}
            type="tel"
            initial={editing?.phone}
          />
          <Field {...field('employee_count')} label={words.employeeCount}>
            {(control) => (
              <input
                {...control}
                type="number"
                min="0"
                defaultValue={editing?.employee_count ?? 0}
              />
            )}
          </Field>
          {offered.has('languages') && (
            <LanguageField {...field('locale')} initial={editing?.locale ?? undefined} />
          )}
          {editing !== undefined && (
            <>
              <TextField {...field('address')} label={words.address} initial={editing.address} />
              <TextField {...field('website')} label={words.website} initial={editing.website} />
            </>
          )}
        </>
      )}
    </FormModal>
  )
}
