import { adminFigures } from '../../lib/admin/admin-figures.ts'
import { localizedPath } from '../../lib/core/navigation/localized-path.ts'
import { landings } from '../../lib/core/navigation/screens.ts'
import { employeeFigures } from '../../lib/employee/employee-figures.ts'
import { type FiguresOf, paintFirst } from '../../lib/figures/paint.ts'
import { $session, showAtSignIn } from '../../lib/sign-in/session.ts'
import { teamFigures } from '../../lib/team/team-figures.ts'
import { shell, showLoadingShell } from '../core/session/loading-shell.ts'

const figuresOf: Readonly<Record<keyof typeof landings, FiguresOf>> = {
  employee: employeeFigures,
  team_lead: (answers, _, locale) => teamFigures(answers, locale),
  super_admin: (answers, _, locale, links) => adminFigures(answers, locale, links),
}

/**
 * Loads the first views of the screens that users land on, so that a sign-in paints first figures as a page
 * does that is opened with a session (docs/decisions/0130). Without them, React shows everything.
 */
export async function loadLandingFigures(): Promise<void> {
  const views = await readDocument(localizedPath('/first-views.txt'))
  showAtSignIn(async (role) => {
    const template = views?.querySelector<HTMLTemplateElement>(
      `[data-screen=${landings[role]}] > *`,
    )
    if (template) await paintFirst(figuresOf[role], template, shell, () => showLoadingShell(true))
    // The session begins with the end of this, unless the user has signed out meanwhile.
    setTimeout(() => $session.get().status === 'signed-in' || showLoadingShell(false))
  })
}

/** Markup in a string cannot become elements (Trusted Types); a document that runs no scripts can be requested. */
function readDocument(url: string): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('GET', url)
    request.responseType = 'document'
    request.overrideMimeType('text/html')
    request.onloadend = () => resolve(request.status === 200 ? request.responseXML : null)
    request.send()
  })
}
