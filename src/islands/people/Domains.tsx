import { useStore } from '@nanostores/react'
import type { PeopleData } from '../../lib/people/people.ts'
import { proposeDomain } from '../../lib/people/people-domains.ts'
import { $peopleDomainsWords } from '../../lib/people/words/people-domains.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './Domains.module.css'

/** The email domains of the organization, with a form to propose one. */
export function Domains({ organization }: Pick<PeopleData, 'organization'>) {
  const words = useStore($peopleDomainsWords)
  const { pending, field, onSubmit } = useForm(proposeDomain)
  const { domains, proposed_domains } = organization
  const hasNone = domains.length === 0
  return (
    <section className={styles.section} aria-labelledby="domains-title" data-missing={hasNone}>
      <h2 id="domains-title">{hasNone ? words.noDomains : words.domains}</h2>
      <p className={styles.text}>{hasNone ? words.noDomainsHint : words.domainsText}</p>
      {domains.length + proposed_domains.length > 0 && (
        <ul className={styles.domains}>
          {domains.map((domain) => (
            <li key={domain}>
              <bdi dir="ltr">{domain}</bdi> <span data-approved>{words.approved}</span>
            </li>
          ))}
          {proposed_domains.map((domain) => (
            <li key={domain}>
              <bdi dir="ltr">{domain}</bdi> <span>{words.waiting}</span>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        <Field {...field('domain')} label={words.domain} hint={words.domainHint}>
          {(control) => (
            <input {...control} dir="ltr" inputMode="url" autoComplete="off" spellCheck={false} />
          )}
        </Field>
        <div className={styles.action}>
          <Button type="submit" variant={hasNone ? 'primary' : 'secondary'} pending={pending}>
            {pending ? words.proposing : words.propose}
          </Button>
        </div>
      </form>
    </section>
  )
}
