import { colours } from './colours.ts'
import { mark } from './mark.ts'

/** The icon of browser tabs, for light and dark mode. */
export const faviconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${mark.viewBox}"><style>.h{fill:${colours.accent}}.f{stroke:${colours.paper}}@media(prefers-color-scheme:dark){.h{fill:${colours.accentDark}}.f{stroke:${colours.paperDark}}}</style><path class="h" d="${mark.house}"/><path class="f" d="${mark.fold}" fill="none" stroke-width="2.4"/></svg>`

/** The icon for home screens, with a background and the margin that round masks need. */
export function homeScreenSvg(size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="-12 -12 56 56"><rect x="-12" y="-12" width="56" height="56" fill="${colours.paper}"/><path d="${mark.house}" fill="${colours.accent}"/><path d="${mark.fold}" fill="none" stroke="${colours.paper}" stroke-width="2.4"/></svg>`
}
