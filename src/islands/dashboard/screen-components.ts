import type { ComponentType } from 'react'
import { loadedIfAnswered, type ResourceStore } from '../../lib/core/api/resource.ts'
import type { Screen } from '../../lib/core/navigation/screens.ts'
import { $token } from '../../lib/core/storage/token.ts'
import { type LazyComponent, lazy } from '../../ui/lazy-component.ts'

/** The code of each screen, without its data. The build finds it by its name (build/islands/first-code.ts). */
export const screenCode = {
  employee: () => import('../employee/EmployeeScreen.tsx'),
  team: () => import('../team/TeamScreen.tsx'),
  people: () => import('../people/PeopleScreen.tsx'),
  admin: () => import('../admin/AdminScreen.tsx'),
  account: () => import('../account/AccountScreen.tsx'),
} satisfies Record<Screen, () => Promise<unknown>>

export const screenComponents: Record<Screen, LazyComponent> = {
  employee: lazy(async () => {
    const { EmployeeScreen, firstData } = await screenCode.employee()
    return withData(EmployeeScreen, firstData)
  }),
  team: lazy(async () => {
    const { TeamScreen, firstData, loadOpenTab } = await screenCode.team()
    await loadOpenTab()
    return withData(TeamScreen, firstData)
  }),
  people: lazy(async () => {
    const { PeopleScreen, firstData } = await screenCode.people()
    return withData(PeopleScreen, firstData)
  }),
  admin: lazy(async () => {
    const { AdminScreen, firstData, loadOpenTab } = await screenCode.admin()
    await loadOpenTab()
    return withData(AdminScreen, firstData)
  }),
  account: lazy(async () => {
    const { AccountScreen, firstData } = await screenCode.account()
    return withData(AccountScreen, firstData)
  }),
}

/**
 * A screen is shown with its data where that has been answered already.
 * @param firstData what its open tab shows first; undefined where that loads by itself
 */
async function withData(
  content: ComponentType,
  firstData: () => ResourceStore<unknown> | undefined,
): Promise<ComponentType> {
  const store = firstData()
  // The session may have ended while the code was loading.
  if (store !== undefined && $token.get() !== undefined) await loadedIfAnswered(store)
  return content
}
