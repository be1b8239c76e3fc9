import { useStore } from '@nanostores/react'
import { type PeopleData, people, proposeDomain } from '../../lib/people/people.ts'
import { $peopleWords } from '../../lib/people/words/people.words.yaml'
import { domainInput, FieldRow } from '../../ui/FieldRow.tsx'
import { useForm } from '../../ui/use-form.ts'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ScreenTitle } from '../core/parts/ScreenTitle.tsx'
import { PeopleList } from './PeopleList.tsx'
import styles from './PeopleScreen.module.css'
import { organizationMailboxes } from './parts.ts'

export const firstData = () => people

/** The users of the own organization, for its organization admins. */
export function PeopleScreen() {
  const words = useStore($peopleWords)
  const resource = useStore(people.$resource)
  const organization = resource.status === 'loaded' ? resource.data.organization.name : ''
  return (
    <>
      <ScreenTitle
        title={words.title}
        subtitle={organization === '' ? '' : words.subtitle({ organization })}
      />
      <Loaded store={people} loading={words.loading} failed={words.failed}>
        {(data) => <Parts data={data} />}
      </Loaded>
    </>
  )
}

/** Nothing can be done before there is a domain, so that the domains then come first. */
function Parts({ data }: { readonly data: PeopleData }) {
  const { organization, users } = data
  const list = <PeopleList key="list" data={data} />
  const domains = <Domains key="domains" organization={organization} />
  const addresses = addressesIn(organization.domains, users)
  return (
    <div className={styles.screen}>
      {organization.domains.length === 0
        ? [domains, list]
        : [
            list,
            domains,
            <LazyPart key="mailboxes" part={organizationMailboxes} props={{ addresses }} />,
          ]}
    </div>
  )
}

/** Those that the credential of the organization can be checked with. */
function addressesIn(domains: readonly string[], users: PeopleData['users']): readonly string[] {
  return users.flatMap(({ email, is_active }) =>
    is_active && domains.some((domain) => email.endsWith(`@${domain}`)) ? [email] : [],
  )
}

/** The email domains of the organization, with a form to propose one. */
function Domains({ organization }: Pick<PeopleData, 'organization'>) {
  const words = useStore($peopleWords)
  const { pending, field, onSubmit } = useForm(proposeDomain)
  const { domains, proposed_domains } = organization
  const hasNone = domains.length === 0
  return (
    <section className={styles.section} aria-labelledby="domains-title" data-missing={hasNone}>
      <h2 className="heading" id="domains-title">
        {hasNone ? words.noDomains : words.domains}
      </h2>
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
      <FieldRow
        {...field('domain')}
        label={words.domain}
        hint={words.domainHint}
        action={pending ? words.proposing : words.propose}
        variant={hasNone ? 'primary' : 'secondary'}
        pending={pending}
        onSubmit={onSubmit}
      >
        {domainInput}
      </FieldRow>
    </section>
  )
}
