import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import { advice } from '../../lib/team/advice.ts'
import {
  type AttackKind,
  attackKinds,
  copyLetter,
  kindsToTell,
  letterMail,
  letterTo,
  type MemberDetails,
} from '../../lib/team/team-member.ts'
import { $teamMemberWords } from '../../lib/team/words/team-member.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Options } from '../../ui/Options.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import styles from './MemberPanel.module.css'

interface TellMemberProps {
  readonly name: string
  readonly member: MemberDetails
}

/** A short text by kind of attack, to copy or to mail. */
export function TellMember({ name, member }: TellMemberProps) {
  const words = useStore($teamMemberWords)
  const titleId = useId()
  const kinds = kindsToTell(member)
  const [chosen, setChosen] = useState<AttackKind>(kinds[0] ?? 'other')
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.tell}</h3>
      <Loaded store={advice} loading={words.loading} failed={words.adviceFailed} isQuiet>
        {(texts) => {
          const letter = letterTo(name, texts, chosen)
          return (
            <>
              <Field label={words.about}>
                {(control) => (
                  <select
                    {...control}
                    value={chosen}
                    onChange={({ currentTarget: { value } }) =>
                      setChosen(attackKinds.find((kind) => kind === value) ?? 'other')
                    }
                  >
                    <Options values={kinds} labels={words} />
                  </select>
                )}
              </Field>
              <blockquote className={styles.letter}>
                <p className={styles.letterSubject}>{letter.subject}</p>
                <p>{letter.lines.join('\n')}</p>
              </blockquote>
              <div className="close-row">
                <Button variant="secondary" onClick={() => void copyLetter(letter)}>
                  {words.copy}
                </Button>
                {member.email !== '' && (
                  <a
                    className="button"
                    data-variant="secondary"
                    href={letterMail(member, letter)}
                    rel="external"
                  >
                    {words.mail}
                  </a>
                )}
              </div>
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
