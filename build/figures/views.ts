import type { Screen } from '../../src/lib/core/navigation/screens.ts'
import { adminView } from './admin-view.ts'
import { employeeView } from './employee-view.ts'
import type { PrerenderedView } from './first-view.ts'
import { teamView } from './team-view.ts'

/** The first view of each screen that shows first figures, in the language of a page. */
export const views: Partial<Record<Screen, (locale: string) => PrerenderedView>> = {
  admin: adminView,
  employee: employeeView,
  team: teamView,
}

/** The view as a page carries it, with its places, which stand in single quotes: it has hardly any of these. */
export function templateOf({ html, ...view }: PrerenderedView): string {
  const places = JSON.stringify(view).replaceAll('&', '&amp;').replaceAll("'", '&#39;')
  return `<template data-places='${places}'>${html}</template>`
}
