import { createRequire } from 'node:module'
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { fontFiles, sansFamily } from './fonts.ts'

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
