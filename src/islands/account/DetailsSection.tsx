import { useStore } from '@nanostores/react'
import { $accountDetails } from '../../lib/account/account.ts'
import { $accountWords } from '../../lib/account/words/account.words.yaml'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import styles from './parts/Section.module.css'
import { Section } from './parts/Section.tsx'

/** The administrators' entries about the user, to be read only. */
export function DetailsSection() {
  const words = useStore($accountWords)
  const details = useStore($accountDetails)
  return (
    <Section title={words.detailsTitle} text={words.detailsText}>
      <dl className={styles.details}>
        {details.map(({ name, value }) => (
          <div key={name}>
            <dt className="soft">{words[name]}</dt>
            <dd>{name === 'email' ? <EmailAddress address={value} /> : <bdi>{value}</bdi>}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
