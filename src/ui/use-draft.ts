import { useCallback } from 'react'
import { draftOf, keepDraft } from '../lib/core/ui-state/drafts.ts'

/** A ref for a form that keeps its input as a draft, if it has a name, and restores it next time. */
export function useDraft(
  name: string | undefined,
): (form: HTMLFormElement | null) => (() => void) | undefined {
  return useCallback(
    (form) => {
      if (form === null || name === undefined) return undefined
      for (const [field, text] of Object.entries(draftOf(name)?.fields ?? {})) {
        const control = form.elements.namedItem(field)
        if (control !== null && 'value' in control) control.value = text
      }
      const keep = () => keepDraft(name, new FormData(form))
      form.addEventListener('input', keep)
      return () => form.removeEventListener('input', keep)
    },
    [name],
  )
}
