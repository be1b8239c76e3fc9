/**
 * Opens an address in a new tab that knows nothing of this one; nothing where there is none.
 * @returns the address if the browser blocked the tab
 */
export async function openInNewTab(
  address: Promise<string | undefined>,
): Promise<string | undefined> {
  // A tab that opens after an answer has come is blocked; this one opens with the click.
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

/** Opens an empty tab during a click, for an address that is still to come; a blocked one does nothing. */
export function reserveTab(): ReservedTab {
  const tab = window.open('', '_blank')
  if (tab !== null) tab.opener = null
  return {
    isBlocked: tab === null,
    show: (url) => tab?.location.replace(url),
    giveBack: () => tab?.close(),
  }
}
