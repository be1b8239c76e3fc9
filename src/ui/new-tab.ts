/**
 * Opens an address in a new tab without a reference to this one; does nothing without an address.
 * @returns the address if the browser blocked the tab
 */
export async function openInNewTab(
  address: Promise<string | undefined>,
): Promise<string | undefined> {
  // Browsers block a tab that is opened after a response; this one is opened during the click.
  const tab = reserveTab()
  const url = await address
  if (url === undefined) tab.giveBack()
  else tab.show(url)
  return tab.isBlocked ? url : undefined
}

interface ReservedTab {
  readonly isBlocked: boolean
  readonly show: (url: string) => void
  readonly giveBack: () => void
}

/** Opens an empty tab during a click, for an address that is not known yet. A blocked tab does nothing. */
export function reserveTab(): ReservedTab {
  const tab = window.open('', '_blank')
  if (tab !== null) tab.opener = null
  return {
    isBlocked: tab === null,
    show: (url) => tab?.location.replace(url),
    giveBack: () => tab?.close(),
  }
}
