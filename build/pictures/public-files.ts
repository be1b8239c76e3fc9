import { faviconSvg, homeScreenSvg } from './icon.ts'
import { optimizedPng } from './png.ts'

/** 180 for Apple's home screen, the others for the manifest. */
const sizes = [180, 192, 512]

/** @returns what is drawn of `public/`, by its path there */
export async function drawPublicFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const icons = sizes.map(
    async (size) => [`icons/${size}.png`, await optimizedPng(homeScreenSvg(size))] as const,
  )
  return new Map([['favicon.svg', Buffer.from(faviconSvg)], ...(await Promise.all(icons))])
}
