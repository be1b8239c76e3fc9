import { colours } from './colours.ts'
import { mark } from './mark.ts'
import { optimizedPng } from './png.ts'

/** The icon of browser tabs, for light and dark mode. */
const faviconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${mark.viewBox}"><style>.h{fill:${colours.accent}}.f{stroke:${colours.paper}}@media(prefers-color-scheme:dark){.h{fill:${colours.accentDark}}.f{stroke:${colours.paperDark}}}</style><path class="h" d="${mark.house}"/><path class="f" d="${mark.fold}" fill="none" stroke-width="2.4"/></svg>`

/** The icon for home screens, with a background and the margin that round masks need. */
function homeScreenSvg(size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="-12 -12 56 56"><rect x="-12" y="-12" width="56" height="56" fill="${colours.paper}"/><path d="${mark.house}" fill="${colours.accent}"/><path d="${mark.fold}" fill="none" stroke="${colours.paper}" stroke-width="2.4"/></svg>`
}

/** 180 for Apple's home screen, the others for the manifest. */
const sizes = [180, 192, 512]

/** @returns what is drawn of `public/`, by its path there */
export async function drawPublicFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const icons = sizes.map(
    async (size) => [`icons/${size}.png`, await optimizedPng(homeScreenSvg(size))] as const,
  )
  return new Map([['favicon.svg', Buffer.from(faviconSvg)], ...(await Promise.all(icons))])
}
