import { createRequire } from 'node:module'
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'

/*
 * Fonts for images that the build draws, as packages, because the machine may have none. Pages use the
 * reader's system fonts. Glyphs that one font lacks, such as Arabic, come from the other one.
 */

export const serifFamily = 'Gelasio'
export const sansFamily = 'IBM Plex Sans Arabic'

const fontFiles = [
  '@expo-google-fonts/gelasio/400Regular/Gelasio_400Regular.ttf',
  '@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf',
  '@expo-google-fonts/ibm-plex-sans-arabic/600SemiBold/IBMPlexSansArabic_600SemiBold.ttf',
]

const { resolve } = createRequire(import.meta.url)

/** Renders an SVG with the project's own fonts only, so that every machine creates the same image. */
export function drawPng(svg: string): Buffer {
  const font = {
    loadSystemFonts: false,
    fontFiles: fontFiles.map((file) => resolve(file)),
    defaultFontFamily: sansFamily,
  }
  return new Resvg(svg, { font }).render().asPng()
}

export function optimizedPng(svg: string): Promise<Buffer> {
  return sharp(drawPng(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
}

/** The response of an image route at build time. */
export async function pngResponse(svg: string): Promise<Response> {
  const image = new Uint8Array(await optimizedPng(svg))
  return new Response(image, { headers: { 'content-type': 'image/png' } })
}
