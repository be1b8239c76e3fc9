import { type RefObject, useEffect } from 'react'
import { keepRowFocus } from '../../../ui/keep-row-focus.ts'

/** As many as a slow phone lays out within a frame. */
const rowsAtOnce = 3

/** Lays out what is below the window, so that the page does not become longer while it is scrolled. */
function layOutRows(list: HTMLElement | null): () => void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('li[data-level]') ?? [])]
  let frame = requestAnimationFrame(function layOutSome() {
    for (const row of rows.splice(0, rowsAtOnce)) row.style.contentVisibility = 'visible'
    if (rows.length > 0) frame = requestAnimationFrame(layOutSome)
  })
  return () => cancelAnimationFrame(frame)
}

/** Keeps the focus in a list; its code loads after the first view, before which nothing leaves the list. */
export function RowFocus({ list }: { readonly list: RefObject<HTMLElement | null> }) {
  useEffect(() => keepRowFocus(list.current), [list])
  useEffect(() => layOutRows(list.current), [list])
  return null
}
