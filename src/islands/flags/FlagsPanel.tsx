import { useStore } from '@nanostores/react'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { $flagSearch, $foundFlags, addFlag, flags } from '../../lib/flags/flags.ts'
import { $flagsWords } from '../../lib/flags/words/flags.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { RowList } from '../../ui/RowList.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useForm } from '../../ui/use-form.ts'
import { Loaded } from '../core/parts/Loaded.tsx'
import { FlagRow } from './FlagRow.tsx'
import styles from './FlagsPanel.module.css'
import { FlagTools } from './FlagTools.tsx'

/** Flags management, the same on every dashboard (R156-R189). */
export function FlagsPanel() {
  return (
    <div className={styles.panel} ref={keepRowFocus}>
      <AddFlag />
      <FlagList />
    </div>
  )
}

/** Focuses the form for the next flag, unless the user is already typing or is elsewhere. */
function focusNext(form: HTMLFormElement, isTypedOn: boolean): void {
  const { activeElement, body } = document
  if (isTypedOn || (activeElement !== body && !form.contains(activeElement))) return
  form.querySelector<HTMLElement>('[name=value]')?.focus()
}

/** The form above the list (R156-R168). */
function AddFlag() {
  const words = useStore($flagsWords)
  const form = useForm(addFlag, focusNext, 'flag')
  return (
    <section className={styles.add} aria-labelledby="add-flag-title">
      <div>
        <h2 className="heading" id="add-flag-title">
          {words.addTitle}
        </h2>
        <p className="soft">{words.addHint}</p>
      </div>
      <form ref={useDraft('flag')} className={styles.form} noValidate onSubmit={form.onSubmit}>
        <Field {...form.field('flag_type')} label={words.type}>
          {(control) => (
            <select {...control} defaultValue="green">
              <option value="green">{words.green}</option>
              <option value="red">{words.red}</option>
            </select>
          )}
        </Field>
        <Field {...form.field('value')} label={words.value} hint={words.valueHint} required>
          {(control) => (
            <input
              {...control}
              data-focus-when-empty
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field {...form.field('reason')} label={words.reason}>
          {(control) => <input {...control} autoComplete="off" />}
        </Field>
        <Button type="submit" pending={form.pending}>
          {form.pending ? words.adding : words.add}
        </Button>
      </form>
    </section>
  )
}

/** The list with its search; an empty list takes precedence over no match (R169-R179). */
function FlagList() {
  const words = useStore($flagsWords)
  const search = useStore($flagSearch)
  const found = useStore($foundFlags)
  const can = useStore($capabilities)
  return (
    <Loaded store={flags} loading={words.loading} failed={words.notLoaded}>
      {(data) => (
        <section aria-labelledby="flags-title">
          <div className={styles.head}>
            <div>
              <h2 className="heading" id="flags-title">
                {words.listTitle}
              </h2>
              <p>
                {words.counts({
                  green: formatCount(data.green_count),
                  red: formatCount(data.red_count),
                })}
              </p>
            </div>
            <SearchField
              label={words.search}
              hint={words.searchHint}
              value={search}
              onSearch={(wanted) => $flagSearch.set(wanted)}
            />
          </div>
          {can.has('flag-changes') && <FlagTools found={found} />}
          {data.flags.length === 0 && <StateMessage icon="safe" title={words.none} />}
          <div role="status">
            {data.flags.length > 0 && found.length === 0 && (
              <StateMessage icon="search" title={words.noMatch} />
            )}
            {search.trim() !== '' && found.length > 0 && (
              <p className={styles.found}>
                {words.found({
                  found: formatCount(found.length),
                  total: formatCount(data.flags.length),
                })}
              </p>
            )}
          </div>
          {found.length > 0 && (
            <RowList
              label={words.listTitle}
              total={data.flags.length}
              rows={found}
              rowKey={(flag) => flag.id}
              row={(flag) => <FlagRow flag={flag} />}
            />
          )}
        </section>
      )}
    </Loaded>
  )
}
