import { type SubmitEvent, useRef, useState } from 'react'
import { dropDraft, keepDraft } from '../lib/ui-state/drafts.ts'
import type { Submitted } from '../lib/ui-state/form.ts'
import { clearSent } from './form-fields.ts'

interface Form {
  readonly pending: boolean
  readonly isInvalid: (field: string) => boolean
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
  const [invalid, setInvalid] = useState<readonly string[]>([])

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy.current) return
    const form = event.currentTarget
    isBusy.current = true
    setPending(true)
    const sent = new FormData(form)
    const submitted = await submit(sent)
    isBusy.current = false
    setPending(false)
    const fields = submitted.status === 'invalid' ? submitted.fields : []
    setInvalid(fields)
    if (fields[0] !== undefined) focusField(form, fields[0])
    if (submitted.status !== 'done') return
    const isTypedOn = clearSent(form, sent)
    if (draft !== undefined && isTypedOn) keepDraft(draft, new FormData(form))
    else if (draft !== undefined) dropDraft(draft)
    onDone?.(form, isTypedOn)
  }

  return { pending, isInvalid: (field) => invalid.includes(field), onSubmit }
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
