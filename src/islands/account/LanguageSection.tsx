import { useStore } from '@nanostores/react'
import { nameOfLanguage, saveLanguage } from '../../lib/account/language.ts'
import { $languageWords } from '../../lib/core/words/language.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { $session, type User } from '../../lib/sign-in/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { LanguageOptions } from '../core/language/LanguageOptions.tsx'
import styles from './parts/Section.module.css'
import { Section } from './parts/Section.tsx'

/** The language that a user chooses, where the backend keeps it. */
export function LanguageSection() {
  const session = useStore($session)
  const offered = useStore($capabilities)
  if (session.status !== 'signed-in' || !offered.has('languages')) return null
  return <LanguageForm user={session.user} />
}

function LanguageForm({ user: { locale, organization_locale } }: { readonly user: User }) {
  const words = useStore($languageWords)
  const { pending, field, onSubmit } = useForm(saveLanguage)
  return (
    <Section title={words.title} text={words.text}>
      <form className={styles.form} onSubmit={onSubmit}>
        <Field {...field('locale')} label={words.label}>
          {(control) => (
            // The switch in the header changes the choice, too.
            <select {...control} key={locale} defaultValue={locale ?? ''}>
              <option value="">
                {words.standard({ language: nameOfLanguage(organization_locale) })}
              </option>
              <LanguageOptions />
            </select>
          )}
        </Field>
        <div>
          <Button type="submit" variant="secondary" pending={pending}>
            {pending ? words.saving : words.save}
          </Button>
        </div>
      </form>
    </Section>
  )
}
