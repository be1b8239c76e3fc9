import sharp from 'sharp'

/** Draws an SVG as a PNG, at build time. */
export async function pngResponse(svg: string): Promise<Response> {
  const image = await sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
  return new Response(new Uint8Array(image), { headers: { 'content-type': 'image/png' } })
}
