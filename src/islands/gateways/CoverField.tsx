import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Choice } from '../../lib/core/ui-state/choices.ts'
import { $operatorKeysWords } from '../../lib/gateways/words/operator-keys.words.yaml'
import { findOrganizations } from '../../lib/organizations/find-organizations.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Picker } from '../../ui/Picker.tsx'
import styles from './CoverField.module.css'

/** Which organizations a key of the operator is for; the fields are `covers` and `organization_ids`. */
export function CoverField({ problem }: { readonly problem: string | undefined }) {
  const words = useStore($operatorKeysWords)
  const [isChosen, setChosen] = useState(false)
  return (
    <>
      <Field name="covers" label={words.covers}>
        {(control) => (
          <select
            {...control}
            defaultValue="all"
            onChange={(event) => setChosen(event.currentTarget.value === 'chosen')}
          >
            <option value="all">{words.all}</option>
            <option value="chosen">{words.chosen}</option>
          </select>
        )}
      </Field>
      {isChosen && <ChosenOrganizations problem={problem} />}
    </>
  )
}

function ChosenOrganizations({ problem }: { readonly problem: string | undefined }) {
  const words = useStore($operatorKeysWords)
  const [chosen, setChosen] = useState<readonly Choice[]>([])
  const part = useRef<HTMLDivElement>(null)
  const shown = useRef(0)
  const listId = useId()
  useEffect(() => {
    // The field is a new one after each choice, and goes on where the last one was.
    if (shown.current === chosen.length) return
    shown.current = chosen.length
    part.current?.querySelector<HTMLInputElement>('[role=combobox]')?.focus()
  }, [chosen])
  function add(choice: Choice | undefined) {
    if (choice === undefined) return
    setChosen([...chosen.filter(({ id }) => id !== choice.id), choice])
  }
  return (
    <div ref={part} className={styles.chosen}>
      <Picker
        key={chosen.map(({ id }) => id).join()}
        label={words.add}
        name="organization_ids"
        placeholder={words.addHint}
        search={findOrganizations}
        problem={problem}
        onChoose={add}
      />
      {chosen.length > 0 && (
        <>
          <p id={listId} className="visually-hidden">
            {words.chosenList}
          </p>
          <ul aria-labelledby={listId} className={styles.list}>
            {chosen.map(({ id, label }) => (
              <li key={id}>
                <input type="hidden" name="organization_ids" value={id} />
                <bdi>{label}</bdi>
                <Button
                  variant="plain"
                  size="small"
                  label={words.removeOne({ name: label })}
                  onClick={() => setChosen(chosen.filter((other) => other.id !== id))}
                >
                  {words.remove}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
