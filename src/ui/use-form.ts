import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dropDraft, keepDraft } from '../lib/core/ui-state/drafts.ts'
import { describeFields, type Submitted } from '../lib/core/ui-state/form.ts'
import { clearSent, focusFirst } from './form-fields.ts'

/** The state of a `Field` within its form. */
interface FormField {
  readonly name: string
  readonly problem: string | undefined
}

export interface Form {
  readonly pending: boolean
  readonly field: (name: string) => FormField
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>
}

/**
 * Handles the submit of every form: one at a time; invalid fields are marked and the first one gets the
 * focus; input is kept until the submit succeeds, and later input is kept after that, too.
 */
export function useForm(
  submit: (form: FormData) => Promise<Submitted> | Submitted,
  onDone?: (form: HTMLFormElement, isTypedOn: boolean) => void,
  draft?: string,
): Form {
  const isBusy = useRef(false)
  const [pending, setPending] = useState(false)
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy.current) return
    const form = event.currentTarget
    isBusy.current = true
    setPending(true)
    const sent = new FormData(form)
    const submitted = await submit(sent)
    const invalid = submitted.status === 'invalid' ? submitted.fields : []
    const found = await describeFields(invalid)
    isBusy.current = false
    // A field that gets the focus already has its description.
    flushSync(() => {
      setPending(false)
      setProblems(found)
    })
    focusFirst(form, submitted.status === 'failed' ? [submitted.focus] : [...found.keys()])
    if (submitted.status !== 'done') return
    const isTypedOn = clearSent(form, sent)
    if (draft !== undefined && isTypedOn) keepDraft(draft, new FormData(form))
    else if (draft !== undefined) dropDraft(draft)
    onDone?.(form, isTypedOn)
  }

  return { pending, field: (name) => ({ name, problem: problems.get(name) }), onSubmit }
}
