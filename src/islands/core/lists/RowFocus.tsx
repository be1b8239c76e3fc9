import { type RefObject, useEffect } from 'react'
import { keepRowFocus } from '../../../ui/keep-row-focus.ts'

/** Keeps the focus in a list; its code loads after the first view, before which nothing leaves the list. */
export function RowFocus({ list }: { readonly list: RefObject<HTMLElement | null> }) {
  useEffect(() => keepRowFocus(list.current), [list])
  return null
}
