import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { shownSender, visibleText } from '../../lib/core/format/shown-sender.ts'
import { displayDate, formatCount } from '../../lib/core/i18n/format.ts'
import { flagSelection } from '../../lib/flags/flag-tools.ts'
import {
  $flagSearch,
  $foundFlags,
  $removedFlags,
  addFlag,
  type Flag,
  flags,
  removeFlag,
} from '../../lib/flags/flags.ts'
import { $flagToolsWords } from '../../lib/flags/words/flag-tools.words.yaml'
import { $flagsWords } from '../../lib/flags/words/flags.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Clamped } from '../../ui/Clamped.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { lazy } from '../../ui/lazy-component.ts'
import { RowList } from '../../ui/RowList.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useForm } from '../../ui/use-form.ts'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { SenderName } from '../core/parts/SenderName.tsx'
import styles from './FlagsPanel.module.css'
import { FlagTools } from './FlagTools.tsx'
import { SelectBox } from './SelectBox.tsx'

const flagModal = lazy(async () => (await import('./FlagModal.tsx')).FlagModal)

/** One flag: colour, sender, reason, date, and the number of mails that a red one has blocked. */
export function FlagRow({ flag }: { readonly flag: Flag }) {
  const words = useStore($flagsWords)
  const isRemoved = useStore($removedFlags).has(flag.id)
  const tools = useStore($flagToolsWords)
  const selection = useStore(flagSelection.$selection)
  const can = useStore($capabilities)
  const [isOpen, setOpen] = useState(false)
  const created = displayDate(flag.created_at)
  const { text: sender } = shownSender(flag.value)
  return (
    <div
      className={styles.flag}
      data-ignored={flag.is_ignored === true}
      data-selecting={selection !== undefined}
    >
      {selection !== undefined && (
        <SelectBox
          label={tools.selectOne({ value: sender })}
          isChosen={selection.has(flag.id)}
          onChange={() => flagSelection.toggle(flag.id)}
        />
      )}
      {flag.flag_type === 'green' ? (
        <Badge tone="safe" icon="safe" label={words.greenBadge} />
      ) : (
        <Badge tone="danger" icon="malicious" label={words.redBadge} />
      )}
      <p className={styles.value}>
        <SenderName sender={flag.value} isClamped />
        {flag.reason !== null && flag.reason !== '' && (
          <Clamped className={styles.reason}>{visibleText(flag.reason)}</Clamped>
        )}
        {flag.is_ignored === true && (
          <span className={styles.ignored}>
            <Icon name="info" />
            {words.ignored}
          </span>
        )}
      </p>
      <p className={styles.facts}>
        <span className="clamped">
          {words.created} <time dateTime={created.machine}>{created.text}</time>
        </span>
        {flag.flag_type === 'red' && (
          <span className={styles.blocked}>{words.blocked(flag.blocked_count ?? 0)}</span>
        )}
        {flag.last_matched_on && <Fact label={tools.byMatch} day={flag.last_matched_on} />}
        {flag.expires_at && <Fact label={tools.ends} day={flag.expires_at} />}
      </p>
      <div className={styles.actions} hidden={selection !== undefined}>
        {can.has('flag-changes') && (
          <Button
            variant="plain"
            size="small"
            label={tools.changeOne({ value: sender })}
            onClick={() => setOpen(true)}
          >
            {tools.change}
          </Button>
        )}
        <Button
          variant="secondary"
          size="small"
          label={isRemoved ? words.removing : words.removeOne({ value: sender })}
          pending={isRemoved}
          onClick={() => void removeFlag(flag)}
        >
          {isRemoved ? words.removing : words.remove}
        </Button>
      </div>
      {isOpen && <LazyPart part={flagModal} props={{ flag, onClose: () => setOpen(false) }} />}
    </div>
  )
}

/** A day of the flag; only the day of a match is known. */
function Fact({ label, day }: { readonly label: string; readonly day: string }) {
  const shown = displayDate(day)
  return (
    <span className="clamped">
      {label} <time dateTime={shown.machine}>{shown.text}</time>
    </span>
  )
}

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
