import { openPage, redirectPage } from '@nanostores/router'
import { computed } from 'nanostores'
import type { OpenName } from './actions.ts'
import { $router } from './router.ts'

/** The open part of a screen, by `?open=`: the row with an id, or a form. So a link can open it. */
export const $opened = computed($router, (page) => page?.search.open)

/** Takes it out of the address; Back leads to where it was opened from. */
export function closeOpened(): void {
  const page = $router.get()
  if (page?.search.open === undefined) return
  const { open: _, ...search } = page.search
  redirectPage($router, page.route, {}, search)
}

/** Opens a row of the open screen; Back closes it. */
export function openRow(id: string | number): void {
  const page = $router.get()
  if (page !== undefined) openPage($router, page.route, {}, { ...page.search, open: String(id) })
}

/** The form for a new row. */
export const newRow = 'new' satisfies OpenName
